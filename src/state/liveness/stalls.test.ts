/** Silence, what the CLI says of itself, and the end of the process: what liveness says, step by step. */
import { describe } from 'vitest'
import * as say from '../../../test/client/messages.ts'
import { allow, begins, heard, holds, hook, prompted, system } from '../../../test/state/liveness-rows.ts'

describe('liveness, step by step', () => {
  holds({
    'stalled: a probe that is answered, and a message that ends it': [
      [0, prompted, 'thinking: Waiting for the model · 0 s'],
      [119, null, 'thinking: Waiting for the model · 1 m 59 s'],
      [120, null, 'thinking: Waiting for the model · 2 m'],
      [120, (line) => line.ask('probe-1', 'get_binary_version'), 'thinking: Waiting for the model · 2 m'],
      [
        121,
        (line) => line.answered('probe-1', {}),
        'stalled: Stalled · no response from the model · 2 m 1 s',
      ],
      [200, null, 'stalled: Stalled · no response from the model · 3 m 20 s'],
      [201, heard(say.messageStart, say.textDelta('a')), 'streaming: Writing · 0 s'],
    ],
    'stalled: a probe that is not answered in time, then answered after all': [
      [0, prompted, 'thinking: Waiting for the model · 0 s'],
      [120, (line) => line.ask('probe-1', 'get_binary_version'), 'thinking: Waiting for the model · 2 m'],
      [129, null, 'thinking: Waiting for the model · 2 m 9 s'],
      [130, null, 'stalled: Stalled · Claude Code does not respond · 2 m 10 s'],
      [
        140,
        (line) => line.answered('probe-1', {}),
        'stalled: Stalled · no response from the model · 2 m 20 s',
      ],
      [150, (line) => line.exit({ exitCode: 137 }), 'disconnected: Disconnected: exited with code 137'],
    ],
    'stalled: a second probe while the first has an answer, and then none': [
      [0, prompted, 'thinking: Waiting for the model · 0 s'],
      [
        120,
        (line) => line.ask('probe-1', 'get_binary_version').answered('probe-1', {}),
        'stalled: Stalled · no response from the model · 2 m',
      ],
      [
        240,
        (line) => line.ask('probe-2', 'get_binary_version'),
        'stalled: Stalled · no response from the model · 4 m',
      ],
      [250, null, 'stalled: Stalled · Claude Code does not respond · 4 m 10 s'],
    ],
    'stalled: nobody probes': [
      [0, prompted, 'thinking: Waiting for the model · 0 s'],
      [129, null, 'thinking: Waiting for the model · 2 m 9 s'],
      [130, null, 'stalled: Stalled · 2 m 10 s'],
      [
        131,
        (line) => line.ask('probe-1', 'get_binary_version'),
        'thinking: Waiting for the model · 2 m 11 s',
      ],
      [141, null, 'stalled: Stalled · Claude Code does not respond · 2 m 21 s'],
      [142, heard(say.result('done')), 'idle: Idle · 0 s'],
    ],
    'stalled: in the middle of a text; a probe of an earlier silence says nothing': [
      [0, prompted, 'thinking: Waiting for the model · 0 s'],
      [
        120,
        (line) => line.ask('probe-1', 'get_binary_version').answered('probe-1', {}),
        'stalled: Stalled · no response from the model · 2 m',
      ],
      [130, heard(say.messageStart, say.textDelta('a')), 'streaming: Writing · 0 s'],
      [250, null, 'streaming: Writing · 2 m'],
      [261, null, 'stalled: Stalled · 2 m 11 s'],
      [262, (line) => line.asked('r1', say.canUseTool()), 'awaiting-approval: Needs approval · 0 s'],
    ],
    'stalled: out by a tool, an interrupt, the CLI asking a hook': [
      [0, prompted, 'thinking: Waiting for the model · 0 s'],
      [130, null, 'stalled: Stalled · 2 m 10 s'],
      [131, heard(say.toolUse('t1')), 'thinking: Bash · sleep 2; echo hi · 0 s'],
      [132, heard(say.toolResult('t1', '')), 'thinking: Waiting for the model · 0 s'],
      [262, null, 'stalled: Stalled · 2 m 10 s'],
      [263, (line) => line.asked('h1', hook), 'thinking: PreToolUse hook · 0 s'],
      [264, (line) => line.answer('h1', {}), 'thinking: Waiting for the model · 2 m 12 s'],
      [400, null, 'stalled: Stalled · 2 m 17 s'],
      [401, heard(say.aborted('aborted_streaming')), 'idle: Idle · 0 s'],
    ],

    'R-LIVE-13 the CLI says what it does: it corrects what the messages left open': [
      [0, begins, 'ready: Ready · 0 s'],
      [1, heard(say.running), 'thinking: Waiting for the model · 0 s'],
      [
        2,
        heard(system('session_state_changed', { state: 'requires_action' })),
        'awaiting-approval: Needs approval · 0 s',
      ],
      [3, heard(say.running), 'thinking: Waiting for the model · 0 s'],
      [4, heard(say.idle), 'ready: Ready · 4 s'],
      [
        5,
        (line) => line.prompt('p1').hear(say.running, say.init(['p1'])),
        'thinking: Waiting for the model · 0 s',
      ],
      [6, heard(say.result('a')), 'idle: Idle · 0 s'],
      [6, heard(say.idle), 'idle: Idle · 0 s'],
      [7, (line) => line.prompt('p2'), 'thinking: Waiting for the model · 0 s'],
      [8, heard(say.init(['p2'])), 'thinking: Waiting for the model · 1 s'],
      [9, heard(say.idle), 'idle: Idle · 0 s'],
      [10, heard(say.assistant('I was not')), 'thinking: Waiting for the model · 0 s'],
      [11, (line) => line.exit(), 'disconnected: Ended · 0 s'],
      [12, heard(say.running), 'disconnected: Ended · 1 s'],
    ],
    'R-LIVE-13 a tool of a turn that ended without result does not run in the next': [
      [0, prompted, 'thinking: Waiting for the model · 0 s'],
      [1, heard(say.toolUse('t1')), 'thinking: Bash · sleep 2; echo hi · 0 s'],
      [2, heard(say.idle), 'idle: Idle · 0 s'],
      [3, (line) => line.prompt('p2'), 'thinking: Bash · sleep 2; echo hi · 2 s'],
      [4, heard(say.init(['p2'])), 'thinking: Waiting for the model · 0 s'],
    ],
    'R-LIVE-13 R-TASK-3 a sub-agent in the background asks: the CLI says running, and no turn does': [
      [0, prompted, 'thinking: Waiting for the model · 0 s'],
      [1, heard(say.task('task_started', { description: 'sub' })), 'thinking: Waiting for the model · 1 s'],
      [
        2,
        (line) =>
          line
            .hear(system('session_state_changed', { state: 'requires_action' }))
            .asked('r1', say.canUseTool({}, { agent_id: 'a1' }))
            .hear(say.result('main done')),
        'awaiting-approval: Needs approval · 0 s',
      ],
      [3, (line) => line.answer('r1', allow).hear(say.running), 'idle: 1 background task · 2 s'],
      [4, heard(say.taskNotification()), 'thinking: Waiting for the model · 1 s'],
      [5, heard(say.init()), 'thinking: Waiting for the model · 0 s'],
      [6, heard(say.result('later'), say.idle), 'idle: Idle · 0 s'],
    ],
    'R-LIVE-13 waiting for a person is over with the answer': [
      [0, prompted, 'thinking: Waiting for the model · 0 s'],
      [
        1,
        (line) =>
          line
            .asked('r1', say.canUseTool())
            .hear(system('session_state_changed', { state: 'requires_action' })),
        'awaiting-approval: Needs approval · 0 s',
      ],
      [2, (line) => line.answer('r1', allow), 'thinking: Waiting for the model · 2 s'],
    ],
    'R-CONTROL-75 a host that attaches to a running process: initialize tells what it does and what it asks':
      [
        [0, (line) => line.start().ask('a', 'initialize'), 'starting: Starting · 0 s'],
        [
          1,
          (line) => line.answered('a', { session_state: 'running' }),
          'thinking: Waiting for the model · 0 s',
        ],
        [
          2,
          (line) =>
            line.ask('b', 'initialize').answered(
              'b',
              { session_state: 'requires_action' },
              {
                pending_permission_requests: [
                  { type: 'control_request', request_id: 'r1', request: say.canUseTool() },
                  { no: 'request' },
                ],
              },
            ),
          'awaiting-approval: Needs approval · 0 s',
        ],
        [3, (line) => line.answer('r1', allow).hear(say.running), 'thinking: Waiting for the model · 0 s'],
        [4, heard(say.result('done')), 'idle: Idle · 0 s'],
      ],
    'R-LIVE-8 keep_alive changes nothing': [
      [0, prompted, 'thinking: Waiting for the model · 0 s'],
      [129, heard({ type: 'keep_alive' }), 'thinking: Waiting for the model · 2 m 9 s'],
      [130, null, 'stalled: Stalled · 2 m 10 s'],
    ],

    'R-LIVE-6 disconnected: how it ended, in words': [
      [0, (line) => line.ready().exit(), 'disconnected: Ended'],
      [1, (line) => line.start(2), 'starting: Starting · 0 s'],
      [
        2,
        (line) => line.exit({ cause: 'spawn', exitCode: null, error: 'spawn claude ENOENT' }),
        'disconnected: Disconnected: could not be started: spawn claude ENOENT',
      ],
      [
        3,
        (line) => line.start(3).exit({ cause: 'kill', signal: 'SIGKILL', exitCode: null }),
        'disconnected: Disconnected: had to be ended with SIGKILL',
      ],
      [
        4,
        (line) => line.start(4).exit({ cause: 'unknown', exitCode: null }),
        'disconnected: Disconnected: ended with an unknown exit status',
      ],
      [5, (line) => line.start(5).exit({ cause: 'close', exitCode: 143 }), 'disconnected: Ended · 0 s'],
      [
        6,
        (line) => line.exit({ generation: 6, cause: 'spawn', exitCode: null }),
        'disconnected: Disconnected: could not be started',
      ],
    ],
    'R-INTR-18 exit code 1 after an interrupted turn is no failure': [
      [0, prompted, 'thinking: Waiting for the model · 0 s'],
      [1, heard(say.aborted('aborted_streaming')), 'idle: Idle · 0 s'],
      [2, (line) => line.exit({ exitCode: 1 }), 'disconnected: Ended · 0 s'],
    ],
    'R-LIVE-21 another process takes the place of one whose end nobody told': [
      [0, prompted, 'thinking: Waiting for the model · 0 s'],
      [1, (line) => line.asked('r1', say.canUseTool()), 'awaiting-approval: Needs approval · 0 s'],
      [2, (line) => line.start(2), 'starting: Starting · 0 s'],
      [3, (line) => line.ask('a', 'initialize').answered('a', {}), 'ready: Ready · 0 s'],
      [4, (line) => line.exit({ generation: 1 }), 'ready: Ready · 1 s'],
    ],
  })
})
