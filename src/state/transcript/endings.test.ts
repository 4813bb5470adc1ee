import { describe, expect, test } from 'vitest'
import * as say from '../../../test/state/talk.ts'
import { Timeline } from '../../../test/state/timeline.ts'
import { callById, items } from '../select.ts'

const turn = () => new Timeline().ready().prompt('p').hear(say.init())
const shown = (line: Timeline) => say.shown(line.state).slice(1)
const denial = (id: string, tool = 'Bash') => ({ tool_name: tool, tool_use_id: id, tool_input: {} })

describe('at the result', () => {
  test('calls that have no result are lost, or interrupted with the turn', () => {
    expect(shown(turn().hear(say.call('m1', 't1'), say.end()))).toEqual(['Bash lost'])
    const line = turn().hear(say.call('m1', 't1'), say.interruptMarker(true), say.interrupted())
    expect(shown(line)[0]).toBe('Bash interrupted')
    expect(callById(line.state, 't1')?.endedAt).toBe(0)
  })

  test('R-INTR-12 an interrupt is no failure, and its diagnostic is not shown', () => {
    const line = turn().hear(say.text('m1', 'half'), say.interruptMarker(), say.interrupted())
    expect(shown(line)).toEqual(['half', '* interrupt info: Request interrupted by user'])
  })

  test.each<[string, object, string]>([
    [
      'max turns',
      { subtype: 'error_max_turns', is_error: true, result: undefined, errors: [] },
      'error_max_turns',
    ],
    [
      'no conversation',
      {
        subtype: 'error_during_execution',
        is_error: true,
        result: undefined,
        errors: ['No conversation found'],
      },
      'No conversation found',
    ],
    [
      'success that is none',
      { is_error: true, result: 'Credit balance is too low' },
      'Credit balance is too low',
    ],
  ])('R-RESULT-2 an error that nobody has told is told: %s', (_name, fields, words) => {
    expect(shown(turn().hear(say.end(fields)))).toEqual([`* error error: ${words}`])
  })

  test('R-RESULT-2 success without an error says nothing', () => {
    expect(shown(turn().hear(say.text('m1', 'x'), say.end({ result: 'x' })))).toEqual(['x'])
  })

  test('R-APPROVE-44 R-TYPE-54 what was denied is denied, also where the call was never told', () => {
    const line = turn().hear(
      say.call('m1', 't1'),
      say.result('t1', 'some hook said no', true),
      say.call('m1', 't2'),
    )
    line.hear(say.result('t2', 'ok'))
    const denials = [denial('t1'), denial('t2'), denial('t3', 'Write'), denial('t3', 'Write')]
    line.hear(say.end({ permission_denials: [...denials, 'nonsense', {}] }))
    expect(shown(line)).toEqual([
      'Bash denied: some hook said no',
      'Bash done: ok',
      '* denial warning: Write was not allowed',
      '* denial warning: A tool was not allowed',
    ])
    const ids = items(line.state).map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('R-APPROVE-44 R-TYPE-26 advice of a denial marks the call, before or after its result, and is not told twice', () => {
    const advice = (id: string) =>
      say.system('permission_denied', { tool_name: 'Bash', tool_use_id: id, message: `no ${id}` })
    const line = turn().hear(say.call('m1', 't1'), say.call('m1', 't2'))
    line.hear(
      advice('t1'),
      say.result('t1', 'no', true),
      say.result('t2', 'no', true),
      advice('t2'),
      advice('t3'),
    )
    line.hear(say.end({ permission_denials: ['t1', 't2', 't3'].map((id) => denial(id)) }))
    expect(shown(line)).toEqual([
      'Bash denied: no',
      'Bash denied: no',
      '* denial warning: no t1',
      '* denial warning: no t2',
      '* denial warning: no t3',
    ])
  })

  test('a denial of a sub-agent is told in its thread', () => {
    const line = turn().hear(
      say.call('m1', 't1', 'Agent'),
      say.call('m2', 't2', 'Bash', {}, { parent_tool_use_id: 't1' }),
    )
    line.hear(say.system('permission_denied', { tool_name: 'Bash', tool_use_id: 't2', message: 'no' }))
    expect(shown(line)).toEqual(['Agent running', '  Bash denied', '  * denial warning: no'])
  })

  test('R-RESULT-13 what follows it is told as ever', () => {
    const line = turn().hear(say.text('m1', 'x'), say.end())
    line.hear({ type: 'prompt_suggestion', uuid: say.uuid(), suggestion: 'more?' })
    line.hear(say.system('task_notification', { task_id: 'k', status: 'failed', summary: 'tests' }))
    line.hear(say.system('session_state_changed', { state: 'idle' }))
    expect(shown(line)).toEqual(['x', '* task warning: tests (failed)'])
  })
})

describe('a task that is over', () => {
  const over = (fields: object = {}) =>
    say.system('task_notification', { task_id: 'k', status: 'completed', summary: 'build', ...fields })

  test('R-TYPE-19 is told, unless its call still runs and tells it with its result', () => {
    const line = turn().hear(say.call('m1', 't1'), over({ tool_use_id: 't1' }))
    expect(shown(line)).toEqual(['Bash running'])
    line.hear(say.result('t1', 'running in the background'), over({ tool_use_id: 't1' }))
    expect(shown(line).at(-1)).toBe('* task info: build (completed)')
  })

  test.each([{ skip_transcript: true }, { ambient: true }])(
    'is not told where the CLI says so: %o',
    (fields) => {
      expect(shown(turn().hear(over(fields)))).toEqual([])
    },
  )

  test('without a word', () => {
    expect(shown(turn().hear(over({ summary: '' })))).toEqual([
      '* task info: A background task ended (completed)',
    ])
  })
})

describe('when the process ends', () => {
  test('R-LIVE-21 no call runs any more', () => {
    const line = turn().hear(
      say.call('m1', 't1', 'Agent'),
      say.call('m2', 't2', 'Bash', {}, { parent_tool_use_id: 't1' }),
    )
    line.at(9).exit({ cause: 'close' })
    expect(shown(line)).toEqual(['Agent lost', '  Bash lost'])
    expect(callById(line.state, 't2')?.endedAt).toBe(9000)
    expect(line.state.transcript.running).toEqual([])
  })

  test.each<[object, string[]]>([
    [{ cause: 'close', exitCode: 0 }, []],
    [{ cause: 'close', exitCode: 143 }, []],
    [{ cause: 'exit', exitCode: 0 }, []],
    [{ cause: 'exit', exitCode: 1, stderr: 'boom' }, ['* process error: The process ended: exit code 1']],
    [
      { cause: 'exit', exitCode: null, signal: 'SIGSEGV' },
      ['* process error: The process ended: signal SIGSEGV'],
    ],
    [
      { cause: 'kill', exitCode: null, signal: 'SIGKILL' },
      ['* process warning: The process ended: signal SIGKILL'],
    ],
    [
      { cause: 'spawn', exitCode: null, error: 'ENOENT' },
      ['* process error: The process could not be started: ENOENT'],
    ],
    [{ cause: 'unknown', exitCode: null }, ['* process error: The process ended: unknown']],
  ])('%o', (how, expected) => {
    expect(say.shown(new Timeline().start().exit(how).state)).toEqual(expected)
  })

  test('the end of stderr is at hand', () => {
    const line = new Timeline().start().exit({ exitCode: 1, stderr: 'boom' })
    expect(items(line.state)).toMatchObject([{ detail: { stderr: 'boom', exitCode: 1 } }])
  })
})
