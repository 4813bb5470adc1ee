import { describe, expect, test } from 'vitest'
import fc from '../../../test/generate/fast-check.ts'
import { shapeOf } from '../../../test/recorder/shape.ts'
import { goldens } from '../../../test/state/golden-sessions.ts'
import { recordingOf } from '../events.ts'
import { type Entry, FORMAT, formatRecording, parseRecording, type Recording } from '../format.ts'
import { finalState } from '../timeline.ts'
import { redactRecording } from './redact.ts'

// The property tests generate many recordings, on a machine that may be busy.

const of = (entries: Entry[], header: Partial<Recording['header']> = {}): Recording => ({
  header: { format: FORMAT, version: 1, startedAt: '2026-01-01T00:00:00.000Z', ...header },
  entries,
  problems: [],
})
const out = (message: object): Entry => ({ at: 0, kind: 'out', line: JSON.stringify(message) })
const sent = (message: object): Entry => ({ at: 0, kind: 'in', line: JSON.stringify(message) })
const prompt = (text: string): Entry =>
  sent({ type: 'user', message: { role: 'user', content: text }, uuid: 'u1' })
const delta = (part: object): Entry =>
  out({
    type: 'stream_event',
    event: { type: 'content_block_delta', index: 0, delta: part },
    parent_tool_use_id: null,
  })
const lines = ({ entries }: Recording) => entries.map((entry) => ('line' in entry ? entry.line : ''))
const messages = (recording: Recording) => lines(recording).map((line) => JSON.parse(line))

describe('what is left still folds', () => {
  const cases = goldens.map((golden) => [`${golden.agent} ${golden.name}`, golden] as const)
  test.each(cases)('%s: to a state of the same shape', (_, { events }) => {
    const recording = recordingOf(events)
    const { recording: redacted } = redactRecording(recording)
    expect(shapeOf(finalState(redacted))).toEqual(shapeOf(finalState(recording)))
    expect(parseRecording(formatRecording(redacted)).problems).toEqual([])
  })

  test.each(cases)('%s: with the texts kept, only paths and names differ', (_, { events }) => {
    const recording = recordingOf(events)
    const { recording: redacted } = redactRecording(recording, { keepTexts: true })
    expect(shapeOf(finalState(redacted))).toEqual(shapeOf(finalState(recording)))
    expect(JSON.stringify(redacted)).not.toContain('/home/someone')
  })

  test('redacting again changes nothing', () => {
    const once = redactRecording(recordingOf(goldens[0]?.events ?? [])).recording
    expect(lines(redactRecording(once).recording)).toEqual(lines(once))
  })
})

const secret = fc.oneof(
  fc.stringMatching(/^sk-ant-api03-[A-Za-z0-9_-]{20,40}$/),
  fc.stringMatching(/^ghp_[A-Za-z0-9]{36}$/),
  fc.stringMatching(/^AKIA[A-Z0-9]{16}$/),
  fc.stringMatching(/^eyJ[A-Za-z0-9]{12}\.[A-Za-z0-9]{12}\.[A-Za-z0-9]{12}$/),
)
const named = fc
  .tuple(
    fc.constantFrom(
      'Authorization: Bearer ',
      'x-api-key: ',
      'DB_PASSWORD=',
      'MY_TOKEN="',
      'api_key: ',
      '"API_KEY":"',
    ),
    fc.stringMatching(/^[A-Za-z0-9]{12,30}$/),
  )
  .map(([name, value]) => ({ text: `${name}${value}`, value }))
const planted = fc.oneof(
  secret.map((value) => ({ text: value, value })),
  named,
  fc
    .stringMatching(/^[a-z]{4,9}\.[a-z]{4,9}@[a-z]{4,8}\.(com|org)$/)
    .map((value) => ({ text: value, value })),
  fc.stringMatching(/^[a-z]{7,12}$/).map((value) => ({ text: `/home/${value}/notes.txt`, value })),
)
const words = fc.constantFrom('', 'look at ', 'the key is ', '{"a": "', 'über ')

/** Puts the text everywhere that a text can occur. */
function recordingWith(text: string, cuts: readonly number[]): Recording {
  const inputText = JSON.stringify({ command: `echo ${text}`, nested: { list: [text] } })
  const split = (whole: string) => {
    const places = [...new Set([0, ...cuts.map((cut) => cut % (whole.length + 1)), whole.length])].sort(
      (a, b) => a - b,
    )
    return places.slice(1).map((end, index) => whole.slice(places[index], end))
  }
  const result = { type: 'tool_result', tool_use_id: 't1', content: [{ type: 'text', text }] }
  return of(
    [
      prompt(text),
      sent({
        type: 'control_request',
        request_id: 'r1',
        request: { subtype: 'initialize', systemPrompt: text },
      }),
      out({
        type: 'system',
        subtype: 'init',
        cwd: '/srv/private/thing',
        session_id: 's',
        model: 'm',
        tools: [],
      }),
      ...split(text).map((part) => delta({ type: 'text_delta', text: part })),
      out({ type: 'stream_event', event: { type: 'message_start', message: {} }, parent_tool_use_id: null }),
      ...split(inputText).map((part) => delta({ type: 'input_json_delta', partial_json: part })),
      out({
        type: 'assistant',
        message: { content: [{ type: 'tool_use', id: 't1', name: 'Bash', input: JSON.parse(inputText) }] },
      }),
      out({
        type: 'user',
        message: { role: 'user', content: [result] },
        tool_use_result: { stdout: text, [text]: text },
      }),
      out({ type: 'brand_new', whatever: { deep: [text] } }),
      { at: 0, kind: 'out', line: `noise ${text}` },
      ...text.split('\n').map((line): Entry => ({ at: 0, kind: 'err', line: `error ${line}` })),
      { at: 0, kind: 'fact', fact: { kind: 'notice', level: 'info', text } },
    ],
    { argv: ['-p', text, `--append-system-prompt=${text}`], cwd: `/srv/${text}` },
  )
}

/** All lines, with the texts that came in pieces joined. */
function readable(recording: Recording): string {
  const parts = messages(of(recording.entries.filter((it) => 'line' in it && it.line.startsWith('{')))).map(
    (it) => it.event?.delta?.text ?? it.event?.delta?.partial_json ?? '',
  )
  return `${formatRecording(recording)}\n${parts.join('')}`
}

describe('no secret survives', () => {
  test.each([false, true])('wherever it stands and however it is cut, texts kept: %s', (keepTexts) => {
    fc.assert(
      fc.property(
        words,
        planted,
        words,
        fc.array(fc.nat(200), { maxLength: 6 }),
        (before, it, after, cuts) => {
          const { recording } = redactRecording(recordingWith(`${before}${it.text} ${after}`, cuts), {
            keepTexts,
          })
          expect(readable(recording)).not.toContain(it.value)
        },
      ),
      { numRuns: 150 },
    )
  })

  test('the pieces of a tool input make the input of the whole message', () => {
    fc.assert(
      fc.property(
        planted,
        fc.array(fc.nat(200), { maxLength: 6 }),
        fc.boolean(),
        ({ text }, cuts, keepTexts) => {
          const { recording } = redactRecording(recordingWith(`é "${text}"\n`, cuts), { keepTexts })
          const all = messages(
            of(recording.entries.filter((it) => it.kind === 'out' && it.line.startsWith('{'))),
          )
          const joined = all.map((it) => it.event?.delta?.partial_json ?? '').join('')
          const whole = all.find(({ type }) => type === 'assistant').message.content[0].input
          expect(JSON.parse(joined)).toEqual(whole)
        },
      ),
      { numRuns: 100 },
    )
  })

  test('a value with a secret name is hidden everywhere, also where nothing tells', () => {
    const env = { env: { DEPLOY_TOKEN: 'tuesday-afternoon' } }
    const config = { subtype: 'mcp_set_servers', servers: { s: { command: 'x', ...env } } }
    const entries = [
      sent({ type: 'control_request', request_id: 'r', request: config }),
      prompt('say tuesday-afternoon twice'),
    ]
    const { recording, counts } = redactRecording(of(entries), { keepTexts: true })
    expect(formatRecording(recording)).not.toContain('tuesday')
    expect(formatRecording(recording)).toContain('twice')
    expect(counts.secret).toBeGreaterThan(1)
  })

  test('a private key over many lines of stderr is hidden as a whole', () => {
    const key = [
      '-----BEGIN RSA PRIVATE KEY-----',
      'MIIEowIBAAKCAQEA',
      'abcdefgh',
      '-----END RSA PRIVATE KEY-----',
      'done',
    ]
    const { recording } = redactRecording(of(key.map((line) => ({ at: 0, kind: 'err', line }))), {
      keepTexts: true,
    })
    expect(lines(recording).join('\n')).not.toMatch(/MIIE|abcd|BEGIN/)
    expect(lines(recording).at(-1)).toBe('done')
  })
})

describe('what is said to be removed', () => {
  test('is counted by kind, and stands in the header', () => {
    const entries = [prompt('mail anna@example.org about sk-ant-0123456789')]
    const { recording, counts } = redactRecording(of(entries, { cwd: '/home/annabel/app' }))
    expect(counts).toEqual({ secret: 1, email: 1, path: 1, name: 0, text: 1 })
    expect(recording.header.redacted).toEqual(counts)
  })

  test('the same text becomes the same, with its length; ids, tools and models stay', () => {
    const message = {
      id: 'msg_1',
      model: 'claude-opus-5',
      role: 'assistant',
      content: [{ type: 'text', text: 'Well, then.' }],
    }
    const entries = [
      out({ type: 'assistant', message, session_id: 'a-b', uuid: 'u' }),
      out({ type: 'assistant', message, session_id: 'a-b', uuid: 'v' }),
    ]
    const [first, second] = messages(redactRecording(of(entries)).recording)
    expect(first.message).toEqual({ ...message, content: [{ type: 'text', text: 'xxxx, xxxx.' }] })
    expect(second.message).toEqual(first.message)
    expect(first).toMatchObject({ session_id: 'a-b', uuid: 'u' })
  })

  test('the home folder and the name of who redacts are known', () => {
    const options = { keepTexts: true, home: '/data/people/zoe', user: 'zoe' }
    const { recording } = redactRecording(of([prompt('Zoe has /data/people/zoe/x')]), options)
    expect(messages(recording)[0].message.content).toBe('xxx has /xxxx/xxxxxx/xxx/x')
  })

  test('marks of the CLI stay, what is between them goes', () => {
    const text = '[Request interrupted by user for tool use]'
    const command = '<command-name>/secret</command-name>'
    const got = messages(redactRecording(of([prompt(text), prompt(command)])).recording)
    expect(got.map(({ message }) => message.content)).toEqual([text, '<command-name>/xxxxxx</command-name>'])
  })
})
