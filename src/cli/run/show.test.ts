import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import * as say from '../../../test/client/messages.ts'
import { Timeline } from '../../../test/state/timeline.ts'
import type { Io } from '../io.ts'
import { Show } from './show.ts'
import { TurnOutput } from './turn-output.ts'

/** A session whose state is shown after each step. */
function shown({ isTTY = false } = {}) {
  const told = { out: '', err: '' }
  const io: Io = {
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr: Object.assign(new PassThrough(), { isTTY }),
    env: { NO_COLOR: '1' },
    cwd: '/',
    out: (text) => {
      told.out += text
    },
    err: (text) => {
      told.err += text
    },
    onInterrupt: () => () => {},
  }
  const show = new Show(new TurnOutput(io))
  const line = new Timeline()
    .ready()
    .prompt('p1', 'go')
    .hear(say.init(['p1']))
  const update = (isQuiet = false) => show.update(line.state, line.live(), line.ms, isQuiet)
  update()
  return {
    told,
    line,
    update,
    hear(...messages: object[]) {
      line.hear(...messages)
      update()
    },
  }
}
const stream = (event: object) => ({ type: 'stream_event', event, parent_tool_use_id: null })
const start = (id: string) => ({ ...stream({ type: 'message_start', message: { id, content: [] } }) })
const block = (content: object, index = 0) =>
  stream({ type: 'content_block_start', index, content_block: content })
const text = { type: 'text', text: '' }
const stop = (index = 0) => stream({ type: 'content_block_stop', index })
const failed = (id: string, content: string) => ({
  ...say.toolResult(id, content),
  message: { content: [{ type: 'tool_result', tool_use_id: id, content, is_error: true }] },
})

describe('the answer', () => {
  test('is shown as it is written, and once', () => {
    const it = shown()
    it.hear(start('msg_1'), block(text), say.textDelta('It be'))
    expect(it.told.out).toBe('It be')
    it.hear(say.textDelta('gins'), say.textDelta(' and'))
    it.update()
    expect(it.told.out).toBe('It begins and')
    it.hear(say.assistant('It begins and ends.'), stop())
    it.hear(say.result('It begins and ends.'))
    expect(it.told).toEqual({ out: 'It begins and ends.\n', err: '' })
  })

  test('is shown whole where nothing was streamed, and so is what a command of the CLI says', () => {
    const it = shown()
    it.hear(say.assistant('All of it.'), say.result('All of it.'))
    it.line.prompt('p2', '/context')
    const report = {
      ...say.assistant('## Context'),
      message: { content: [{ type: 'text', text: '## Context' }], model: '<synthetic>' },
    }
    it.hear(say.init(['p2']), report, say.result('', { num_turns: 0 }))
    expect(it.told.out).toBe('All of it.\n\n## Context\n')
  })

  test('that breaks off is ended, and what comes in its place is shown', () => {
    const it = shown()
    it.hear(start('msg_0'), block(text), say.textDelta('It was go'))
    it.hear({ ...say.assistant('Another.') })
    expect(it.told.out).toBe('It was go\n\nAnother.\n')
  })
})

describe('a tool', () => {
  test('is a line when it is over, with what became of it', () => {
    const it = shown()
    it.hear(say.toolUse('t1'))
    expect(it.told.err).toBe('')
    it.hear(
      say.toolResult('t1', 'hi'),
      say.toolUse('t2', 'Read'),
      failed('t2', '<tool_use_error>No such file.</tool_use_error>'),
    )
    expect(it.told.err).toBe('● Bash sleep 2; echo hi ok\n● Read sleep 2; echo hi failed: No such file.\n')
    it.update()
    expect(it.told.err.split('\n')).toHaveLength(3)
  })

  test('shows the input that it ran with', () => {
    const it = shown()
    it.hear(say.toolUse('toolu_1'))
    it.line.asked('r1', say.canUseTool({ command: 'sleep 2; echo hi' }))
    it.line.answer('r1', { behavior: 'allow', updatedInput: { command: 'echo ho' } })
    it.hear(say.toolResult('toolu_1', 'ho'))
    expect(it.told.err).toBe('● Bash echo ho ok\n')
  })

  test('of a sub-agent stands before the call that started it, indented', () => {
    const it = shown()
    it.hear(say.toolUse('t1', 'Agent'), { ...say.toolUse('t2', 'Read'), parent_tool_use_id: 't1' })
    it.hear({ ...say.toolResult('t2', ''), parent_tool_use_id: 't1' }, say.toolResult('t1', 'done'))
    expect(it.told.err).toBe('  ● Read sleep 2; echo hi ok\n● Agent sleep 2; echo hi ok\n')
  })

  test('that goes on in the background has a second line at its end', () => {
    const it = shown()
    const task = { tool_use_id: 't1', is_backgrounded: true }
    it.hear(say.toolUse('t1', 'Agent'), say.task('task_started', task), say.toolResult('t1', 'launched'))
    it.hear(say.result('It looks.'))
    expect(it.told.err).toBe('● Agent sleep 2; echo hi in the background\n')
    it.hear({ ...say.taskNotification(), tool_use_id: 't1' })
    expect(it.told.err).toMatch(/background\n● Agent sleep 2; echo hi done\n$/)
  })

  test('that is a question is not shown when it was answered, nor is what the end of its process cut off twice', () => {
    const it = shown()
    const question = { type: 'tool_use', id: 'q1', name: 'AskUserQuestion', input: { questions: [] } }
    it.hear({ ...say.assistant(''), message: { id: 'm', content: [question] } }, say.toolResult('q1', 'blue'))
    it.hear(say.toolUse('t1'))
    it.line.exit({ exitCode: 1 })
    it.update()
    expect(it.told.err).toBe('● Bash sleep 2; echo hi lost\n')
  })
})

describe('beside the answer', () => {
  test('R-LIVE-14 a retry is told once, and so is a rate limit', () => {
    const it = shown()
    it.hear({
      type: 'system',
      subtype: 'api_retry',
      attempt: 2,
      max_retries: 10,
      retry_delay_ms: 1500,
      error_status: 529,
    })
    it.update()
    expect(it.told.err).toBe('API error (529); retrying in 1.5 s (attempt 2 of 10)\n')
    it.hear({ type: 'rate_limit_event', rate_limit_info: { status: 'allowed_warning', utilization: 0.9 } })
    it.update()
    expect(it.told.err).toMatch(/\nnear the rate limit \(90 % used\)\n$/)
  })

  test('warnings and the compaction are told, an error only at the end of the turn', () => {
    const it = shown()
    it.hear({ type: 'system', subtype: 'informational', content: 'Mind the gap.', level: 'warning' })
    it.hear({ type: 'system', subtype: 'compact_boundary', compact_metadata: {} })
    it.hear(
      { ...say.assistant('Overloaded'), error: 'overloaded' },
      say.result('Overloaded', { is_error: true }),
    )
    expect(it.told.err).toBe('Mind the gap.\nthe conversation was compacted\n')
  })

  test('a terminal has a status line with what is waited for, which grows older', () => {
    const it = shown({ isTTY: true })
    expect(it.told.err).toBe('… Waiting for the model · 0 s')
    it.line.at(12)
    it.update()
    it.update()
    expect(it.told.err).toBe('… Waiting for the model · 0 s\r\x1b[K… Waiting for the model · 12 s')
    it.hear(say.toolUse('t1'))
    expect(it.told.err).toMatch(/… Bash · sleep 2; echo hi · 0 s$/)
    it.update(true)
    expect(it.told.err.endsWith('0 s\r\x1b[K')).toBe(true)
  })
})
