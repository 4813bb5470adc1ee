/** From the start through turns and approvals to the result: what liveness says, step by step. */
import { describe } from 'vitest'
import * as say from '../../../test/client/messages.ts'
import {
  allow,
  blockStart,
  blockStop,
  delta,
  heard,
  holds,
  messageStop,
  prompted,
  system,
} from '../../../test/state/liveness-rows.ts'

describe('liveness, step by step', () => {
  holds({
    'R-LIVE-1 R-LIVE-2 starting until initialize is answered, then ready': [
      [0, null, 'disconnected: Not started'],
      [1, (line) => line.start(), 'starting: Starting · 0 s'],
      [2, (line) => line.ask('a', 'initialize'), 'starting: Starting · 1 s'],
      [3, (line) => line.answered('a', {}), 'ready: Ready · 0 s'],
      [900, null, 'ready: Ready · 14 m 57 s'],
    ],
    'R-LIVE-2 a prompt sent along with initialize does not make it ready or thinking before its time': [
      [0, (line) => line.start().ask('a', 'initialize').prompt('p1'), 'starting: Starting · 0 s'],
      [1, (line) => line.answered('a', {}), 'thinking: Waiting for the model · 1 s'],
      [2, heard(say.init(['p1'])), 'thinking: Waiting for the model · 2 s'],
      [3, heard(say.result('done')), 'idle: Idle · 0 s'],
    ],
    'R-LIVE-2 a host that never initializes gets from starting to thinking by its first turn': [
      [0, (line) => line.start().prompt('p1'), 'starting: Starting · 0 s'],
      [1, heard(say.init()), 'thinking: Waiting for the model · 1 s'],
      [2, heard(say.result('done')), 'idle: Idle · 0 s'],
    ],
    'starting: initialize refused': [
      [0, (line) => line.start().ask('a', 'initialize'), 'starting: Starting · 0 s'],
      [
        1,
        heard({ type: 'control_response', response: { subtype: 'error', request_id: 'a', error: 'no' } }),
        'error: Error: the CLI refused to start: no',
      ],
      [2, (line) => line.ask('b', 'initialize').answered('b', {}), 'ready: Ready · 0 s'],
    ],
    'starting: a CLI that does not answer initialize': [
      [0, (line) => line.start().ask('a', 'initialize'), 'starting: Starting · 0 s'],
      [119, null, 'starting: Starting · 1 m 59 s'],
      [120, null, 'stalled: Stalled · Claude Code does not respond · 2 m'],
      [130, (line) => line.answered('a', {}), 'ready: Ready · 0 s'],
    ],
    'starting: a CLI that was asked nothing says nothing, which is no stall': [
      [0, (line) => line.start(), 'starting: Starting · 0 s'],
      [500, null, 'starting: Starting · 8 m 20 s'],
    ],
    'starting: the process ends': [
      [0, (line) => line.start().ask('a', 'initialize'), 'starting: Starting · 0 s'],
      [
        1,
        (line) => line.exit({ exitCode: 1, stderr: 'at a\nerror: unknown option\n' }),
        'disconnected: Disconnected: exited with code 1: error: unknown option',
      ],
    ],

    'R-LIVE-3 a turn with stream events: model, thinking, text, tool input, tool, and back': [
      [0, prompted, 'thinking: Waiting for the model · 0 s'],
      [4, heard(say.requesting, say.messageStart), 'thinking: Waiting for the model · 4 s'],
      [5, heard(blockStart({ type: 'thinking', thinking: '' })), 'thinking: Thinking · 0 s'],
      [9, heard(delta({ type: 'thinking_delta', thinking: 'hm' })), 'thinking: Thinking · 4 s'],
      [10, heard(blockStop), 'thinking: Waiting for the model · 0 s'],
      [11, heard(blockStart({ type: 'text', text: '' })), 'streaming: Writing · 0 s'],
      [14, heard(say.textDelta('a')), 'streaming: Writing · 3 s'],
      [15, heard(say.assistant('a'), blockStop), 'thinking: Waiting for the model · 0 s'],
      [
        16,
        heard(blockStart({ type: 'tool_use', id: 't1', name: 'Bash', input: {} })),
        'streaming: Preparing Bash · 0 s',
      ],
      [18, heard(delta({ type: 'input_json_delta', partial_json: '{' })), 'streaming: Preparing Bash · 2 s'],
      [19, heard(say.toolUse('t1'), blockStop, messageStop), 'thinking: Bash · sleep 2; echo hi · 0 s'],
      [114, null, 'thinking: Bash · sleep 2; echo hi · 1 m 35 s'],
      [115, heard(say.toolResult('t1', 'hi')), 'thinking: Waiting for the model · 0 s'],
      [117, heard(say.messageStart, say.textDelta('b')), 'streaming: Writing · 0 s'],
      [118, heard(say.result('b')), 'idle: Idle · 0 s'],
    ],
    'R-LIVE-3 R-STREAM-2 a turn without stream events: silence means nothing': [
      [0, prompted, 'thinking: Waiting for the model · 0 s'],
      [60, null, 'thinking: Waiting for the model · 1 m'],
      [61, heard(say.toolUse('t1')), 'thinking: Bash · sleep 2; echo hi · 0 s'],
      [63, heard(say.toolResult('t1', 'hi')), 'thinking: Waiting for the model · 0 s'],
      [64, heard(say.assistant('done')), 'thinking: Waiting for the model · 0 s'],
      [65, heard(say.result('done')), 'idle: Idle · 0 s'],
    ],
    'R-STREAM-18 what a sub-agent would stream is not what the turn waits for': [
      [0, prompted, 'thinking: Waiting for the model · 0 s'],
      [
        1,
        heard({ ...say.textDelta('a'), parent_tool_use_id: 't1' }),
        'thinking: Waiting for the model · 1 s',
      ],
    ],
    'R-STREAM-11 thinking is told by its tokens where nothing is streamed': [
      [0, prompted, 'thinking: Waiting for the model · 0 s'],
      [2, heard(system('thinking_tokens', { estimated_tokens: 5 })), 'thinking: Thinking · 0 s'],
      [5, heard(system('thinking_tokens', { estimated_tokens: 9 })), 'thinking: Thinking · 3 s'],
      [6, heard(say.assistant('a')), 'thinking: Waiting for the model · 0 s'],
    ],
    'several tools: the oldest, and how many more': [
      [0, prompted, 'thinking: Waiting for the model · 0 s'],
      [1, heard(say.toolUse('t1', 'Read')), 'thinking: Read · sleep 2; echo hi · 0 s'],
      [2, heard(say.toolUse('t2', 'Grep')), 'thinking: Read · sleep 2; echo hi and 1 more · 1 s'],
      [4, heard(say.toolResult('t1', '')), 'thinking: Grep · sleep 2; echo hi · 2 s'],
      [5, heard(say.toolResult('t2', '')), 'thinking: Waiting for the model · 0 s'],
    ],
    'R-LIVE-12 a long tool ages and never stalls; its heartbeat changes nothing': [
      [0, prompted, 'thinking: Waiting for the model · 0 s'],
      [1, heard(say.toolUse('t1')), 'thinking: Bash · sleep 2; echo hi · 0 s'],
      [
        31,
        heard({
          type: 'tool_progress',
          tool_use_id: 't1-heartbeat-1',
          parent_tool_use_id: 't1',
          tool_name: 'Bash',
          elapsed_time_seconds: 30,
          heartbeat: true,
        }),
        'thinking: Bash · sleep 2; echo hi · 30 s',
      ],
      [7261, null, 'thinking: Bash · sleep 2; echo hi · 2 h 1 m'],
    ],

    'R-LIVE-4 R-LIVE-12 an approval is waited for however long it takes; the tool begins with the answer': [
      [0, prompted, 'thinking: Waiting for the model · 0 s'],
      [1, heard(say.toolUse('toolu_1')), 'thinking: Bash · sleep 2; echo hi · 0 s'],
      [2, (line) => line.asked('r1', say.canUseTool()), 'awaiting-approval: Needs approval · 0 s'],
      [242, null, 'awaiting-approval: Needs approval · 4 m'],
      [243, (line) => line.answer('r1', allow), 'thinking: Bash · sleep 2; echo hi · 0 s'],
      [244, heard(say.toolResult('toolu_1', '')), 'thinking: Waiting for the model · 0 s'],
    ],
    'awaiting approval: denied, and the turn goes on': [
      [0, prompted, 'thinking: Waiting for the model · 0 s'],
      [1, (line) => line.asked('r1', say.canUseTool()), 'awaiting-approval: Needs approval · 0 s'],
      [
        3,
        (line) => line.answer('r1', { behavior: 'deny', message: 'no' }),
        'thinking: Waiting for the model · 3 s',
      ],
      [4, heard(say.toolResult('toolu_1', 'no'), say.result('ok')), 'idle: Idle · 0 s'],
    ],
    'awaiting approval: the fact that someone answered comes before the answer itself': [
      [0, prompted, 'thinking: Waiting for the model · 0 s'],
      [1, (line) => line.asked('r1', say.canUseTool()), 'awaiting-approval: Needs approval · 0 s'],
      [
        2,
        (line) => line.event({ kind: 'approval-answered', id: 'r1', decision: 'allowed', by: 'anna' }),
        'thinking: Waiting for the model · 2 s',
      ],
      [2, (line) => line.answer('r1', allow), 'thinking: Waiting for the model · 2 s'],
    ],
    'awaiting approval: several, then withdrawn by the CLI': [
      [0, prompted, 'thinking: Waiting for the model · 0 s'],
      [1, (line) => line.asked('r1', say.canUseTool()), 'awaiting-approval: Needs approval · 0 s'],
      [3, (line) => line.asked('r2', say.canUseTool()), 'awaiting-approval: Needs approval (2) · 2 s'],
      [4, (line) => line.withdrawn('r1'), 'awaiting-approval: Needs approval · 1 s'],
      [5, (line) => line.withdrawn('r2'), 'thinking: Waiting for the model · 5 s'],
    ],
    'awaiting approval: a question, a plan, an MCP server, a dialog': [
      [0, prompted, 'thinking: Waiting for the model · 0 s'],
      [
        1,
        (line) =>
          line.asked('r1', {
            subtype: 'can_use_tool',
            tool_name: 'AskUserQuestion',
            input: { questions: [] },
          }),
        'awaiting-approval: Needs an answer · 0 s',
      ],
      [
        2,
        (line) => line.answer('r1', { behavior: 'allow', updatedInput: { questions: [], answers: {} } }),
        'thinking: Waiting for the model · 2 s',
      ],
      [
        3,
        (line) => line.asked('r2', { subtype: 'can_use_tool', tool_name: 'ExitPlanMode', input: {} }),
        'awaiting-approval: Needs approval · 0 s',
      ],
      [4, (line) => line.answer('r2', allow), 'thinking: Waiting for the model · 4 s'],
      [
        5,
        (line) => line.asked('r3', { subtype: 'elicitation', mcp_server_name: 'db', message: 'which?' }),
        'awaiting-approval: Needs an answer · 0 s',
      ],
      [6, (line) => line.answer('r3', { action: 'cancel' }), 'thinking: Waiting for the model · 6 s'],
      [
        7,
        (line) => line.asked('r4', { subtype: 'request_user_dialog', dialog_kind: 'trust' }),
        'awaiting-approval: Needs an answer · 0 s',
      ],
      [8, (line) => line.answer('r4', { behavior: 'cancelled' }), 'thinking: Waiting for the model · 8 s'],
    ],
    'R-APPROVE-45 awaiting approval ends with the turn, with the process, and not with a probe': [
      [0, prompted, 'thinking: Waiting for the model · 0 s'],
      [1, (line) => line.asked('r1', say.canUseTool()), 'awaiting-approval: Needs approval · 0 s'],
      [2, (line) => line.ask('probe-1', 'get_binary_version'), 'awaiting-approval: Needs approval · 1 s'],
      [3, heard(say.result('done')), 'idle: Idle · 0 s'],
      [4, (line) => line.prompt('p2').hear(say.init(['p2'])), 'thinking: Waiting for the model · 0 s'],
      [5, (line) => line.asked('r2', say.canUseTool()), 'awaiting-approval: Needs approval · 0 s'],
      [
        6,
        (line) => line.exit({ exitCode: null, signal: 'SIGKILL' }),
        'disconnected: Disconnected: was ended by signal SIGKILL',
      ],
    ],
    'a sub-agent in the background asks while no turn runs': [
      [0, prompted, 'thinking: Waiting for the model · 0 s'],
      [
        1,
        (line) => line.asked('r1', say.canUseTool({}, { agent_id: 'a1' })),
        'awaiting-approval: Needs approval · 0 s',
      ],
      [2, heard(say.result('done')), 'awaiting-approval: Needs approval · 1 s'],
      [3, (line) => line.answer('r1', allow), 'idle: Idle · 1 s'],
    ],

    'R-LIVE-5 R-RESULT-2 a result: idle, or error if is_error says so, whatever the subtype': [
      [0, prompted, 'thinking: Waiting for the model · 0 s'],
      [1, heard(say.result('Overloaded', { is_error: true })), 'error: Error: Overloaded'],
      [500, null, 'error: Error: Overloaded'],
      [501, (line) => line.prompt('p2'), 'thinking: Waiting for the model · 0 s'],
      [502, heard(say.init(['p2']), say.result('fine')), 'idle: Idle · 0 s'],
    ],
    'R-LIVE-5 R-RESULT-5 an error result without a text': [
      [0, prompted, 'thinking: Waiting for the model · 0 s'],
      [
        1,
        heard({ type: 'result', subtype: 'error_max_turns', is_error: true, num_turns: 3 }),
        'error: Error: the turn ended with error_max_turns',
      ],
      [2, (line) => line.exit({ cause: 'close' }), 'disconnected: Ended · 0 s'],
    ],
    'R-LIVE-5 R-INTR-12 an interrupted turn leads to idle, not to error': [
      [0, prompted, 'thinking: Waiting for the model · 0 s'],
      [1, heard(say.messageStart, say.textDelta('a')), 'streaming: Writing · 0 s'],
      [2, (line) => line.ask('i', 'interrupt').answered('i'), 'streaming: Writing · 1 s'],
      [3, heard(say.interruptMarker(), say.aborted('aborted_streaming')), 'idle: Idle · 0 s'],
    ],
    'R-INTR-12 R-INTR-8 interrupted while a person is asked': [
      [0, prompted, 'thinking: Waiting for the model · 0 s'],
      [1, (line) => line.asked('r1', say.canUseTool()), 'awaiting-approval: Needs approval · 0 s'],
      [
        2,
        (line) => line.ask('i', 'interrupt').withdrawn('r1').answered('i'),
        'thinking: Waiting for the model · 2 s',
      ],
      [3, heard(say.aborted('aborted_tools')), 'idle: Idle · 0 s'],
    ],
    'R-INTR-15 what waits in the CLI runs next': [
      [0, prompted, 'thinking: Waiting for the model · 0 s'],
      [1, (line) => line.prompt('p2'), 'thinking: Waiting for the model · 1 s'],
      [2, heard(say.aborted('aborted_streaming')), 'thinking: Waiting for the model · 0 s'],
      [3, heard(say.init(['p2']), say.result('two')), 'idle: Idle · 0 s'],
    ],
    'a prompt that the host holds is no work': [
      [
        0,
        (line) => line.ready().event({ kind: 'prompt-queued', uuid: 'p1', content: 'later' }),
        'ready: Ready · 0 s',
      ],
      [1, (line) => line.prompt('p1'), 'thinking: Waiting for the model · 0 s'],
    ],
    'a waiting prompt that is cancelled is no work any more': [
      [0, (line) => line.ready().prompt('p1'), 'thinking: Waiting for the model · 0 s'],
      [
        1,
        (line) =>
          line.ask('c', 'cancel_async_message', { message_uuid: 'p1' }).answered('c', { cancelled: true }),
        'ready: Ready · 1 s',
      ],
    ],
    'R-RESULT-10 a local command, and a turn that the CLI starts itself': [
      [
        0,
        (line) => line.ready().prompt('p1', '/context').hear(say.init()),
        'thinking: Waiting for the model · 0 s',
      ],
      [1, heard(say.result('', { num_turns: 0 })), 'idle: Idle · 0 s'],
      [2, heard(say.taskNotification(), say.init()), 'thinking: Waiting for the model · 0 s'],
      [3, heard(say.result('the task is over')), 'idle: Idle · 0 s'],
    ],
    'a result without a turn: the session to resume is not there': [
      [0, (line) => line.start().ask('a', 'initialize').prompt('p1'), 'starting: Starting · 0 s'],
      [
        1,
        heard({
          type: 'result',
          subtype: 'error_during_execution',
          is_error: true,
          errors: ['No conversation found'],
        }),
        'error: Error: No conversation found',
      ],
      [
        2,
        (line) => line.exit({ exitCode: 1 }),
        'disconnected: Disconnected: exited with code 1: No conversation found',
      ],
    ],
  })
})
