import { mkdir, mkdtemp, readdir, readlink, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import fc from '../../../test/generate/fast-check.ts'
import {
  commandText,
  isPromptKnown,
  listSessions,
  promptText,
  readConversation,
  readTranscript,
  type TranscriptEntry,
} from './index.ts'

const id = '11111111-2222-4333-8444-555555555555'
let configDir: string

beforeEach(async () => {
  configDir = await realpath(await mkdtemp(join(tmpdir(), 'fairlead-transcripts-')))
})
afterEach(() => rm(configDir, { recursive: true }))

async function write(...lines: (object | string | Uint8Array)[]): Promise<void> {
  await mkdir(join(configDir, 'projects', '-p'), { recursive: true })
  const bytes = lines.map((line) => {
    if (line instanceof Uint8Array) return line
    return Buffer.from(typeof line === 'string' ? line : `${JSON.stringify(line)}\n`)
  })
  await writeFile(join(configDir, 'projects', '-p', `${id}.jsonl`), Buffer.concat(bytes))
}
async function all(): Promise<TranscriptEntry[]> {
  const entries: TranscriptEntry[] = []
  for await (const entry of readTranscript(id, { configDir })) entries.push(entry)
  return entries
}
async function openFiles(): Promise<string[]> {
  const names = await readdir('/proc/self/fd')
  return Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')))
}
const user = (uuid: string, parentUuid: string | null, more = {}) => ({
  type: 'user',
  uuid,
  parentUuid,
  message: { role: 'user', content: `prompt ${uuid}` },
  ...more,
})
const folded = (uuid: string, parentUuid: string, source_uuid: unknown) => ({
  type: 'attachment',
  uuid,
  parentUuid,
  attachment: { type: 'queued_command', prompt: 'also this', source_uuid },
})

describe('readTranscript', () => {
  test('every line in the order of the file, abandoned branches and broken lines too', async () => {
    await write(
      { type: 'mode', mode: 'normal' },
      user('a', null),
      '\n{"type":"user","uuid":"cut{"type":"mode"}\n',
      user('b', 'a'),
      'what is this\n',
      user('c', 'a'),
      '{"type":"user","uu',
    )
    expect((await all()).map(({ kind, line }) => [line, kind])).toEqual([
      [1, 'unknown'],
      [2, 'user'],
      [3, 'broken'],
      [4, 'user'],
      [5, 'noise'],
      [6, 'user'],
      [7, 'broken'],
    ])
  })
  test.runIf(process.platform === 'linux')('whoever stops early leaves nothing open', async () => {
    await write(user('a', null), user('b', 'a'))
    for await (const entry of readTranscript(id, { configDir })) {
      expect(entry).toMatchObject({ uuid: 'a' })
      expect(await openFiles()).toContain(join(configDir, 'projects', '-p', `${id}.jsonl`))
      break
    }
    expect(await openFiles()).not.toContain(join(configDir, 'projects', '-p', `${id}.jsonl`))
  })
  test('an empty file, and none', async () => {
    await write('')
    expect(await all()).toEqual([])
    await rm(join(configDir, 'projects'), { recursive: true })
    await expect(all()).rejects.toMatchObject({ code: 'transcript-not-found' })
  })
})

describe('readConversation', () => {
  test('the active branch, whole entries, in its order', async () => {
    await write(user('a', null), user('x', 'a'), 'noise\n', user('b', 'a'), folded('c', 'b', 'f'))
    const conversation = await readConversation(id, { configDir })
    expect(conversation.map((entry) => [entry.line, entry.kind, entry.record.uuid])).toEqual([
      [1, 'user', 'a'],
      [4, 'user', 'b'],
      [5, 'attachment', 'c'],
    ])
  })
  test('of an empty file', async () => {
    await write('')
    expect(await readConversation(id, { configDir })).toEqual([])
  })
})

describe('isPromptKnown', () => {
  const known = (uuid: string) => isPromptKnown(id, uuid, { configDir })

  test('on an entry of its own, merged into another, and folded into a turn', async () => {
    await write(
      user('own', null),
      user('last', 'own', { mergedSendUuids: ['first', 'second', 3] }),
      folded('attachment', 'last', 'folded'),
    )
    expect(await Promise.all(['own', 'first', 'second', 'last', 'folded'].map(known))).toEqual(
      Array(5).fill(true),
    )
  })
  test('a uuid that is only spoken of is not known, nor one in a broken line', async () => {
    await write(
      user('own', 'parent', { message: { content: '"quoted"' }, promptId: 'other' }),
      { type: 'assistant', uuid: 'assistant', parentUuid: 'own', message: { content: [] } },
      folded('attachment', 'assistant', null),
      '{"type":"user","uuid":"cut","message":{"content":"x"',
    )
    const others = ['parent', 'quoted', 'other', 'assistant', 'attachment', 'cut', 'own"', '']
    expect(await Promise.all(others.map(known))).toEqual(Array(others.length).fill(false))
  })
  test('a uuid need not be one: the CLI takes any text', async () => {
    await write(user('mine: "1"\n', null))
    expect(await known('mine: "1"\n')).toBe(true)
  })
  test('a session without transcript has no prompts; a bad id is still refused', async () => {
    expect(await known('a')).toBe(false)
    await expect(isPromptKnown('../x', 'a', { configDir })).rejects.toMatchObject({ code: 'bad-session-id' })
  })
})

describe('what was said', () => {
  const saidIn = async (record: object) => {
    await write(record)
    const [entry] = await all()
    return entry && [promptText(entry), commandText(entry)]
  }
  const says = (content: unknown, more = {}) => user('a', null, { message: { content }, ...more })
  const text = (it: string) => ({ type: 'text', text: it })

  test.each<[string, object, (string | undefined)[]]>([
    ['a prompt', says(' Hi <b> '), ['Hi <b>', undefined]],
    [
      'blocks',
      says([text('one'), text('<system-reminder>x</system-reminder>'), text('two')]),
      ['one\ntwo', undefined],
    ],
    ['folded', folded('a', 'b', 'c'), ['also this', undefined]],
    ['a path is no command', says('/etc/hosts is wrong'), ['/etc/hosts is wrong', undefined]],
    [
      'a command',
      says('<command-name>/review</command-name>\n <command-args>all of it</command-args>'),
      [undefined, '/review all of it'],
    ],
    ['its output', says('<local-command-stdout>ok</local-command-stdout>'), [undefined, undefined]],
    ['an interrupt', says([text('[Request interrupted by user]')]), [undefined, undefined]],
    [
      'a tool result',
      says([{ type: 'tool_result', tool_use_id: 'x', content: 'y' }]),
      [undefined, undefined],
    ],
    ["the CLI's own", says('Caveat', { isMeta: true }), [undefined, undefined]],
    ['a summary', says('So far', { isCompactSummary: true }), [undefined, undefined]],
  ])('%s', async (_, record, said) => {
    expect(await saidIn(record)).toEqual(said)
  })
})

test('no bytes make any of it throw', async () => {
  const line = fc.oneof(
    fc.string().map((it) => Buffer.from(`${it}\n`)),
    fc.jsonValue().map((it) => Buffer.from(`${JSON.stringify(it)}\n`)),
    fc.constantFrom('a', 'b').map((it) => Buffer.from(`${JSON.stringify(user(it, it))}\n`)),
    fc.uint8Array(),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(line), async (lines) => {
      await write(...lines)
      await all()
      await readConversation(id, { configDir })
      await isPromptKnown(id, 'a', { configDir })
      const { sessions, skipped } = await listSessions({ configDir })
      expect(sessions.length + skipped.length).toBe(1)
    }),
  )
})
