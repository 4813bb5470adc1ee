import { describe, expect, test } from 'vitest'
import * as say from '../../../test/state/talk.ts'
import { Timeline } from '../../../test/state/timeline.ts'
import { callById, items, runningCalls, threadOfCall } from '../select.ts'
import { outcomeOf } from './background.ts'
import type { CallItem } from './items.ts'
import { runTime } from './run-time.ts'

const turn = () => new Timeline().ready().prompt('p').hear(say.init())
const shown = (line: Timeline) => say.shown(line.state).slice(1)
const canUse = (toolUseId: string, input: object = { command: 'ls' }, tool = 'Bash', more: object = {}) => ({
  subtype: 'can_use_tool',
  tool_name: tool,
  input,
  tool_use_id: toolUseId,
  ...more,
})
const REJECTED = "The user doesn't want to proceed with this tool use. The tool use was rejected"
const MARK = '[Request interrupted by user for tool use]'
const meta = (fields: object) => ({ tool_result_meta: [{ id: 't1', ...fields }] })

describe('the result of a call', () => {
  test('R-TYPE-41 joins it, with what the tool gave as data', () => {
    const line = turn()
      .at(1)
      .hear(say.call('m1', 't1', 'Bash', { command: 'ls' }))
    line.at(3).hear(say.result('t1', 'a\nb', false, { tool_use_result: { stdout: 'a\nb' } }))
    expect(callById(line.state, 't1')).toMatchObject({
      status: 'done',
      at: 1000,
      endedAt: 3000,
      result: { content: 'a\nb', isError: false },
      toolUseResult: { stdout: 'a\nb' },
    })
    expect(runningCalls(line.state)).toEqual([])
  })

  test('several in one message: none gets the data, which is nobody knows whose', () => {
    const line = turn().hear(say.call('m1', 't1'), say.call('m1', 't2'))
    const both = ['t1', 't2'].map((id) => ({ type: 'tool_result', tool_use_id: id, content: id }))
    line.hear(
      say.user([...both, { type: 'text', text: 'and a reminder' }], {
        tool_use_result: 'x',
        isSynthetic: true,
      }),
    )
    expect(shown(line)).toEqual(['Bash done: t1', 'Bash done: t2', '| and a reminder'])
    expect(callById(line.state, 't1')).not.toHaveProperty('toolUseResult')
  })

  test('without content', () => {
    const line = turn().hear(say.call('m1', 't1'), say.user([{ type: 'tool_result', tool_use_id: 't1' }]))
    expect(callById(line.state, 't1')).toMatchObject({
      status: 'done',
      result: { content: '', isError: false },
    })
  })

  test('of a call that is not known is not lost', () => {
    const line = turn().hear(
      say.result('t9', 'hm', false, { tool_use_result: { x: 1 }, parent_tool_use_id: 't8' }),
    )
    expect(items(line.state, { thread: 't8' })).toMatchObject([
      {
        kind: 'raw',
        value: { tool_use_id: 't9', content: 'hm', tool_use_result: { x: 1 } },
        reason: 'the result of a call that is not known',
      },
    ])
    expect(shown(line)).toHaveLength(1)
  })

  test('that comes twice changes nothing; another one counts', () => {
    const line = turn().at(1).hear(say.call('m1', 't1'), say.result('t1', 'one'))
    const before = callById(line.state, 't1')
    line.at(5).hear(say.result('t1', 'one'))
    expect(callById(line.state, 't1')).toBe(before)
    line.hear(say.result('t1', 'two'))
    expect(shown(line)).toEqual(['Bash done: two'])
  })

  test('that comes after the call was given up still counts', () => {
    const line = turn().hear(say.call('m1', 't1')).exit().start(2)
    expect(shown(line)).toEqual(['Bash lost'])
    line.hear(say.result('t1', 'resumed'))
    expect(shown(line)).toEqual(['Bash done: resumed'])
  })

  test.each<[string, string, unknown, object, string]>([
    ['an error', 'failed', 'File does not exist', {}, 'Read'],
    ['the user did not want it, and nobody asked', 'interrupted', `${REJECTED} (eg. …)`, {}, 'Bash'],
    ['an interrupt', 'interrupted', '[Request interrupted by user for tool use]', {}, 'Bash'],
    ['an interrupt, in blocks', 'interrupted', [{ type: 'text', text: `${REJECTED}.` }], {}, 'Bash'],
    ['a rule', 'denied', 'Permission to use Bash has been denied.', {}, 'Bash'],
    [
      'nobody to ask',
      'denied',
      "Claude requested permissions to use Bash, but you haven't granted it yet.",
      {},
      'Bash',
    ],
    ['a failed request', 'denied', 'Tool permission request failed: Error: x', {}, 'Bash'],
    [
      'a rejection that is told beside it',
      'denied',
      'not today',
      { tool_result_meta: [{ id: 't1', permission_decision: { decision: 'reject' } }] },
      'Bash',
    ],
    [
      'a hook that is told beside it',
      'denied',
      'PreToolUse:Bash hook error: no',
      meta({
        non_execution_kind: 'permission-rule',
        permission_decision: { decision: 'reject', source: 'hook' },
      }),
      'Bash',
    ],
    [
      'an edited input that breaks the schema',
      'failed',
      '<tool_use_error>The permission handler returned updatedInput</tool_use_error>',
      meta({ permission_decision: { decision: 'reject', source: 'permission_updated_input_invalid' } }),
      'Bash',
    ],
    [
      'an interrupt that is told beside it, in whatever words',
      'interrupted',
      'halt',
      meta({ non_execution_kind: 'user-rejected' }),
      'Bash',
    ],
    [
      'a question that nobody answered',
      'interrupted',
      'halt',
      meta({ permission_decision: { decision: 'reject', source: 'user_abort' } }),
      'Bash',
    ],
    ['a hook of the settings', 'denied', 'PreToolUse:Bash hook error: [exit 2]: no', {}, 'Bash'],
    [
      'a tool that prints the mark',
      'failed',
      `Exit code 3\n${MARK}\nPreToolUse:Bash hook error: x`,
      {},
      'Bash',
    ],
    [
      'a decision that is told of another',
      'failed',
      'not today',
      { tool_result_meta: [{ id: 't2', permission_decision: { decision: 'reject' } }, 3] },
      'Bash',
    ],
  ])('%s makes it %s', (_why, status, content, more, tool) => {
    const line = turn().hear(say.call('m1', 't1', tool), say.result('t1', content, true, more))
    expect(callById(line.state, 't1')?.status).toBe(status)
  })
})

describe('R-INTR-22 a call that was stopped', () => {
  test('is interrupted, whatever its words, once the CLI stops the turn', () => {
    const line = turn().hear(say.call('m1', 't1')).ask('i1', 'interrupt').answered('i1')
    line.hear(say.result('t1', 'exit 143', true))
    expect(callById(line.state, 't1')?.status).toBe('interrupted')
  })

  test('is not where it ended before', () => {
    const line = turn().hear(say.call('m1', 't1'), say.call('m1', 't2')).ask('i1', 'interrupt')
    line
      .hear(say.result('t1', 'exit 1', true))
      .answered('i1')
      .hear(say.result('t2', 'out'))
    expect(['t1', 't2'].map((id) => callById(line.state, id)?.status)).toEqual(['failed', 'done'])
  })

  test('is interrupted where its words come before the mark, and nobody knows of the interrupt (100)', () => {
    const line = turn().hear(say.call('m1', 't0'), say.result('t0', `Exit code 1\n${MARK}`, true))
    line.hear(say.text('m2', 'on'), say.call('m3', 't1'), say.call('m3', 't2'))
    line.hear(say.result('t1', `Exit code 137\n${MARK}\nbegun`, true), say.result('t2', 'exit 1', true))
    expect(callById(line.state, 't1')?.status).toBe('failed')
    line.hear(say.interruptMarker(true))
    const status = ['t0', 't1', 't2'].map((id) => callById(line.state, id)?.status)
    expect(status).toEqual(['failed', 'interrupted', 'failed'])
  })
})

describe('R-HOOK-52 a hook of the host that denies a call', () => {
  const hook = (event: string, id = 't1') => ({
    subtype: 'hook_callback',
    callback_id: 'h',
    input: { hook_event_name: event },
    tool_use_id: id,
  })
  const own = (fields: object) => ({ hookSpecificOutput: fields })

  test.each<[string, string, object]>([
    ['PreToolUse', 'denied', own({ permissionDecision: 'deny' })],
    ['PreToolUse', 'denied', { decision: 'block', reason: 'no' }],
    ['PermissionRequest', 'denied', own({ decision: { behavior: 'deny' } })],
    ['PreToolUse', 'failed', own({ permissionDecision: 'allow' })],
    ['PreToolUse', 'failed', own({ permissionDecision: 'ask' })],
    ['PreToolUse', 'failed', {}],
    ['PostToolUse', 'failed', { decision: 'block', reason: 'no' }],
  ])('%s makes it %s, though the CLI says only why (100): %j', (event, status, answer) => {
    const line = turn().hear(say.call('m1', 't1')).asked('h1', hook(event)).answer('h1', answer)
    line.hear(say.result('t1', 'not in this house', true))
    expect(shown(line)).toEqual([`Bash ${status}: not in this house`])
  })

  test('of a call that is not known changes nothing', () => {
    const line = turn()
      .asked('h1', hook('PreToolUse', 'other'))
      .answer('h1', own({ permissionDecision: 'deny' }))
    expect(shown(line)).toEqual([])
  })
})

describe('R-HOOK-54 a hook of the settings that denies a call', () => {
  const own = (fields: object) => ({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...fields } })
  const denial = own({ permissionDecision: 'deny', permissionDecisionReason: 'not today' })
  const printed = (output: unknown, hook_event = 'PreToolUse', tool = 'Bash') => {
    const text = typeof output === 'string' ? output : JSON.stringify(output)
    const hook_name = `${hook_event}:${tool}`
    return say.system('hook_response', { hook_id: 'h', hook_name, hook_event, output: `${text}\n` })
  }

  test.each<[string, object]>([
    ['denied', printed(denial)],
    ['denied', printed({ decision: 'block', reason: 'not today' })],
    ['failed', printed(own({ permissionDecision: 'allow', permissionDecisionReason: 'not today' }))],
    ['failed', printed(own({ permissionDecision: 'deny', permissionDecisionReason: 'another reason' }))],
    ['failed', printed(own({ permissionDecision: 'deny' }))],
    ['failed', printed(denial, 'PostToolUse')],
    ['failed', printed(denial, 'PreToolUse', 'Write')],
    ['failed', printed('not today')],
    ['failed', printed('{"hookSpecificOutput":')],
    ['failed', printed('null')],
  ])('is %s, though the CLI says only why (100), after %j', (status, message) => {
    const line = turn().hear(say.call('m1', 't1'), message, say.result('t1', 'not today', true))
    expect(callById(line.state, 't1')?.status).toBe(status)
  })
})

describe('the approval of a call', () => {
  test('is named in it, and denies it', () => {
    const line = turn().hear(say.call('m1', 't1')).asked('a1', canUse('t1'))
    expect(callById(line.state, 't1')).toMatchObject({ approvalId: 'a1', status: 'running' })
    line.answer('a1', { behavior: 'deny', message: 'not today' }).hear(say.result('t1', 'not today', true))
    expect(shown(line)).toEqual(['Bash denied: not today'])
  })

  test('denies it too where the CLI says that the user stopped it', () => {
    const line = turn().hear(say.call('m1', 't1')).asked('a1', canUse('t1'))
    line.answer('a1', { behavior: 'deny', message: 'no', interrupt: true })
    line.hear(say.result('t1', `${REJECTED}.`, true), say.interruptMarker(true), say.interrupted())
    expect(callById(line.state, 't1')?.status).toBe('denied')
  })

  test('that was withdrawn leaves it interrupted, though it is among the denials', () => {
    const line = turn()
      .hear(say.call('m1', 't1'))
      .asked('a1', canUse('t1'))
      .ask('i', 'interrupt')
      .withdrawn('a1')
    line.answered('i').hear(say.result('t1', `${REJECTED}.`, true), say.interruptMarker(true))
    line.hear(
      say.interrupted({ permission_denials: [{ tool_name: 'Bash', tool_use_id: 't1', tool_input: {} }] }),
    )
    expect(callById(line.state, 't1')?.status).toBe('interrupted')
  })

  test.each<[string, object, unknown]>([
    ['the same input', { command: 'ls' }, undefined],
    ['none, which means the same', {}, undefined],
    ['another', { command: 'ls -l' }, { command: 'ls -l' }],
  ])('tells what it ran with: %s', (_name, updatedInput, ranWith) => {
    const line = turn()
      .hear(say.call('m1', 't1', 'Bash', { command: 'ls' }))
      .asked('a1', canUse('t1'))
    line.answer('a1', { behavior: 'allow', updatedInput }).hear(say.result('t1', 'ok'))
    expect(callById(line.state, 't1')?.ranWith).toEqual(ranWith)
    expect(callById(line.state, 't1')).toMatchObject({ input: { command: 'ls' }, status: 'done' })
  })

  test('may be told by whoever decided before the answer is sent', () => {
    const line = turn().hear(say.call('m1', 't1')).asked('a1', canUse('t1'))
    line.event({ kind: 'approval-answered', id: 'a1', decision: 'allowed', by: 'anna' })
    line.answer('a1', { behavior: 'allow', updatedInput: { command: 'pwd' } })
    expect(callById(line.state, 't1')?.ranWith).toEqual({ command: 'pwd' })
  })

  test("may come, and be answered, before the call: a sub-agent's", () => {
    const line = turn()
      .hear(say.call('m1', 't1', 'Agent'))
      .asked('a1', canUse('t2', {}, 'Bash', { agent_id: 'x' }))
    const waiting = say.call('m2', 't2', 'Bash', {}, { parent_tool_use_id: 't1' })
    line.answer('a1', { behavior: 'allow', updatedInput: { command: 'other' } }).hear(waiting)
    expect(callById(line.state, 't2')).toMatchObject({ approvalId: 'a1', ranWith: { command: 'other' } })
    line.asked('a2', canUse('t3')).hear(say.call('m2', 't3', 'Bash', {}, { parent_tool_use_id: 't1' }))
    expect(callById(line.state, 't3')).toMatchObject({ approvalId: 'a2' })
  })

  test('of a question holds the answers', () => {
    const input = { questions: [{ question: 'Which?', options: [{ label: 'A' }, { label: 'B' }] }] }
    const line = turn()
      .hear(say.call('m1', 'q', 'AskUserQuestion', input))
      .asked('a1', canUse('q', input, 'AskUserQuestion'))
    line.answer('a1', { behavior: 'allow', updatedInput: { ...input, answers: { 'Which?': 'B' } } })
    expect(callById(line.state, 'q')).toMatchObject({ kind: 'question', answers: { 'Which?': 'B' } })
    expect(callById(line.state, 'q')).not.toHaveProperty('ranWith')
    line.hear(say.result('q', 'answered', false, { tool_use_result: { answers: { 'Which?': 'B, really' } } }))
    expect(callById(line.state, 'q')).toMatchObject({ status: 'done', answers: { 'Which?': 'B, really' } })
  })

  test('of a plan holds the plan that the CLI took from its file, or that was changed', () => {
    const line = turn()
      .hear(say.call('m1', 'x', 'ExitPlanMode', {}))
      .asked('a1', canUse('x', { plan: '# File' }, 'ExitPlanMode'))
    expect(callById(line.state, 'x')).toMatchObject({ kind: 'plan', plan: '# File' })
    line.answer('a1', { behavior: 'allow', updatedInput: { plan: '# Mine' } })
    expect(callById(line.state, 'x')).toMatchObject({ plan: '# Mine', ranWith: { plan: '# Mine' } })
    line.hear(say.result('x', 'ok', false, { tool_use_result: { plan: null } }))
    expect(callById(line.state, 'x')).toMatchObject({ plan: '# Mine', status: 'done' })
  })
})

describe('while a call runs', () => {
  const progress = (id: string, seconds: number, more: object = {}) => ({
    type: 'tool_progress',
    uuid: say.uuid(),
    tool_use_id: id,
    tool_name: 'Bash',
    elapsed_time_seconds: seconds,
    parent_tool_use_id: null,
    ...more,
  })

  test('R-TYPE-55 its progress is told, by its own id or by that of the parent of a heartbeat', () => {
    const line = turn().hear(say.call('m1', 't1')).at(5).hear(progress('t1', 3))
    expect(callById(line.state, 't1')?.progress).toEqual({ seconds: 3, at: 5000 })
    line.at(30).hear(progress('t1-heartbeat-1', 30, { parent_tool_use_id: 't1', heartbeat: true }))
    expect(callById(line.state, 't1')?.progress).toEqual({ seconds: 30, at: 30_000 })
    line.at(31).hear(progress('t1', 2), progress('nobody', 60))
    expect(callById(line.state, 't1')?.progress).toEqual({ seconds: 30, at: 30_000 })
    line.hear(say.result('t1', 'ok'), progress('t1', 90))
    expect(callById(line.state, 't1')?.progress?.seconds).toBe(30)
  })

  test('R-TYPE-16 the task that it started is named in it', () => {
    const line = turn().hear(
      say.call('m1', 't1'),
      say.system('task_started', { task_id: 'k', tool_use_id: 't1' }),
    )
    line.hear(
      say.system('task_started', { task_id: 'k2' }),
      say.system('task_started', { task_id: 'k3', tool_use_id: 7 }),
    )
    expect(callById(line.state, 't1')?.taskId).toBe('k')
  })
})

describe('a call that left a task in the background', () => {
  const launched = (more: object = {}) =>
    turn()
      .hear(say.call('m1', 't1', 'Agent'))
      .hear(say.system('task_started', { task_id: 'k', tool_use_id: 't1', ...more }))
      .hear(say.result('t1', 'launched'))
  const outcome = (line: Timeline) => outcomeOf(callById(line.state, 't1') as CallItem)
  const told = (status: string) => say.system('task_notification', { task_id: 'k', status, summary: 'sub' })

  test.each([{}, { is_backgrounded: true }])('runs until the task ends (%j)', (more) => {
    const line = launched(more)
    expect(callById(line.state, 't1')?.status).toBe('done')
    expect(outcome(line)).toEqual({ status: 'running' })
    line.at(9).hear(told('completed'))
    expect(outcome(line)).toEqual({ status: 'done', endedAt: 9000 })
  })

  test.each([
    ['failed', 'failed'],
    ['stopped', 'interrupted'],
  ])('of which it is told that it %s is %s', (word, status) => {
    expect(outcome(launched().hear(told(word))).status).toBe(status)
  })

  test('is lost with its process', () => {
    expect(outcome(launched().exit()).status).toBe('lost')
  })

  test('has no such task if it waited for the task itself', () => {
    const line = turn().hear(say.call('m1', 't1', 'Agent'))
    line.hear(say.system('task_started', { task_id: 'k', tool_use_id: 't1' }), told('completed'))
    line.hear(say.result('t1', 'found it'))
    expect(callById(line.state, 't1')).not.toHaveProperty('background')
  })
})

describe('how long a call ran', () => {
  const waiting = () => turn().at(1).hear(say.call('m1', 't1')).at(2).asked('a1', canUse('t1'))
  const time = (line: Timeline) => {
    const call = callById(line.state, 't1')
    return call && runTime(call, line.ms)
  }

  test('does not count the wait for approval', () => {
    const line = waiting().at(60)
    expect(time(line)).toBe(0)
    line.answer('a1', { behavior: 'allow', updatedInput: {} }).at(63)
    expect(time(line)).toBe(3000)
    line.hear(say.result('t1', 'ok')).at(90)
    expect(time(line)).toBe(3000)
  })

  test('is nothing for one that was denied, or that nobody decided about', () => {
    const denied = waiting().at(60).answer('a1', { behavior: 'deny', message: 'no' })
    expect(time(denied.hear(say.result('t1', 'no', true)))).toBe(0)
    expect(time(waiting().at(60).exit())).toBe(0)
  })

  test('counts from the moment at which the CLI withdrew its question', () => {
    const line = waiting().at(60).withdrawn('a1').at(64).hear(say.result('t1', 'ok'))
    expect(time(line)).toBe(4000)
  })

  test('starts again with a second question', () => {
    const line = waiting().at(60).withdrawn('a1').asked('a2', canUse('t1')).at(70)
    expect(time(line)).toBe(0)
    line.answer('a2', { behavior: 'allow', updatedInput: {} }).at(71)
    expect(time(line)).toBe(1000)
  })
})

describe('sub-agents', () => {
  const inner = (parent: string) => ({ parent_tool_use_id: parent })

  test('R-TASK-1 nest under the call that started them, to any depth', () => {
    const line = turn().hear(say.call('m', 'c0', 'Agent'))
    for (let i = 1; i <= 5; i++) {
      line.hear(
        say.text(`m${i}`, `level ${i}`, inner(`c${i - 1}`)),
        say.call(`m${i}`, `c${i}`, 'Agent', {}, inner(`c${i - 1}`)),
      )
    }
    line.hear(say.result('c5', 'deep', false, inner('c4')), say.text('m', 'outer'))
    expect(shown(line)).toEqual([
      'Agent running',
      '  level 1',
      '  Agent running',
      '    level 2',
      '    Agent running',
      '      level 3',
      '      Agent running',
      '        level 4',
      '        Agent running',
      '          level 5',
      '          Agent done: deep',
      'outer',
    ])
    expect(threadOfCall(line.state, 'c5')).toBe('c4')
    expect(threadOfCall(line.state, 'c0')).toBe('')
  })

  test('whose call was never told are shown all the same, and in their place once it is', () => {
    const line = turn().hear(say.text('m1', 'lost', inner('t7')), say.text('m2', 'outer'))
    expect(shown(line)).toEqual(['outer', '  lost'])
    line.hear(say.call('m3', 't7', 'Agent'))
    expect(shown(line)).toEqual(['outer', 'Agent running', '  lost'])
    expect(line.state.transcript.orphans).toEqual([])
  })

  test('in the background go on after the result; when they are over, so are their calls', () => {
    const line = turn().hear(say.call('m1', 't1', 'Agent'))
    line.hear(say.system('task_started', { task_id: 'k', tool_use_id: 't1', is_backgrounded: true }))
    line.hear(say.result('t1', 'launched'), say.call('m2', 't2', 'Bash', {}, inner('t1')), say.end())
    expect(shown(line)).toEqual(['Agent done: launched', '  Bash running'])
    line.hear(
      say.system('task_notification', { task_id: 'k', tool_use_id: 't1', status: 'stopped', summary: 'sub' }),
    )
    expect(shown(line)).toEqual(['Agent done: launched', '  Bash interrupted', '* task info: sub (stopped)'])
  })

  test('in the foreground end with the turn', () => {
    const line = turn().hear(
      say.call('m1', 't1', 'Agent'),
      say.call('m2', 't2', 'Bash', {}, inner('t1')),
      say.end(),
    )
    expect(shown(line)).toEqual(['Agent lost', '  Bash lost'])
  })
})
