// Runs the built command, which the set-up made before the tests.
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSession } from '../../src/client/index.ts'
import { recordingOf } from '../../src/recorder/events.ts'
import { formatRecording } from '../../src/recorder/format.ts'
import { goldens } from '../state/golden-sessions.ts'
import { fairlead, freshFolder, recordingIn, run, SIMULATOR } from './programs.ts'

function goldenFile(name: string): string {
  const events = goldens.find((it) => it.agent === '2.1.325' && it.name === name)?.events ?? []
  const file = join(freshFolder(), `${name}.ndjson`)
  writeFileSync(file, formatRecording(recordingOf(events)))
  return file
}
const replay = async (...args: string[]) => {
  const { code, out, err } = await fairlead(['replay', ...args]).outcome
  return { code, out: out.toString(), err }
}

test('replay shows a timeline with states', async () => {
  const { code, out, err } = await replay(goldenFile('ask'))
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toContain('    0.000 * process-started generation 1, pid 1001\n          = starting\n')
  expect(out).toContain('    3.000 > user ask\n          = thinking: Waiting for the model\n')
  expect(out).toMatch(/< \d+ parts, input json of block 0/)
})

test('replay --json has an object for each entry, --raw the lines, --from and --to a part', async () => {
  const file = goldenFile('ask')
  const { entries } = recordingIn(file)
  const rows = (await replay(file, '--json')).out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(rows).toHaveLength(entries.length)
  expect(rows[0]).toMatchObject({ at: 0, kind: 'fact', state: { status: 'starting' } })
  const part = await replay(file, '--raw', '--from', '3', '--to', '4')
  expect(part.out.split('\n').filter((line) => /[<>] \{/.test(line))).toHaveLength(2)
  expect((await replay(file, '--speed', '1000000')).out).toContain('process-exited')
})

test('replay tells what is wrong with a file, and shows the rest', async () => {
  const file = goldenFile('ask')
  const lines = readFileSync(file, 'utf8').split('\n')
  writeFileSync(file, [...lines.slice(0, 3), 'nonsense', ...lines.slice(3, -3)].join('\n').slice(0, -20))
  const { code, out, err } = await replay(file)
  expect(code).toBe(0)
  expect(err).toContain('line 4: no JSON object')
  expect(err).toMatch(/line \d+: the recording was cut off/)
  expect(out).toContain('> user ask')
  expect(await replay(join(file, '..', 'absent.ndjson'))).toMatchObject({
    code: 1,
    err: expect.stringContaining('ENOENT'),
  })
  writeFileSync(file, '{"type":"user"}\n')
  expect(await replay(file)).toMatchObject({ code: 1, err: expect.stringContaining(`${file}: line 1:`) })
  expect(await replay()).toMatchObject({ code: 2 })
  expect(await replay(file, '--speed', 'fast')).toMatchObject({ code: 2 })
  expect(await replay(file, '--make-wrapper', 'x')).toMatchObject({ code: 2 })
})

test('redact writes another file, for its owner only, and says what it removed', async () => {
  const file = goldenFile('ask')
  const before = readFileSync(file, 'utf8')
  const { code, out } = await fairlead(['redact', file]).outcome
  const redacted = file.replace('.ndjson', '.redacted.ndjson')
  expect(code).toBe(0)
  expect(out.toString()).toMatch(/^.*ask\.redacted\.ndjson\nremoved: .*\d+ texts\n$/)
  expect(statSync(redacted).mode & 0o777).toBe(0o600)
  expect(readFileSync(redacted, 'utf8')).not.toMatch(/Which\?|someone/)
  expect(readFileSync(file, 'utf8')).toBe(before)
  const kept = await fairlead(['redact', file, '--keep-texts', '--out', '-', '--json']).outcome
  expect(kept.out.toString()).toContain('Which?')
  expect(kept.out.toString()).not.toContain('/home/someone')
  expect(JSON.parse(kept.err)).toMatchObject({ removed: { path: expect.any(Number), text: 0 }, skipped: 0 })
  expect((await fairlead(['redact', file, '--out', file]).outcome).code).toBe(2)
})

test('a session of the simulator, recorded and played again, also redacted', async () => {
  const folder = freshFolder()
  const at = (name: string) => join(folder, name)
  const env = { FAIRLEAD_SIM_SPEED: '0', HOME: folder, CLAUDE_CONFIG_DIR: at('claude') }
  const made = (args: string[]) => fairlead(args).outcome
  await made(['record', '--make-wrapper', at('once'), '--out', at('one.ndjson'), '--', SIMULATOR])
  const talk = async (binary: string) => {
    const session = await openSession({
      binary,
      cwd: folder,
      env,
      onApproval: (it) => 'allow' in it && it.allow(),
    })
    const { text } = await session.send('fix the bug').result
    await session.close()
    return { text, tools: session.state.facts.tools?.length }
  }
  // The version is asked for first, which is a run of its own.
  const first = await talk(at('once'))
  const file = recordingIn(at('one.ndjson')).entries.length > 5 ? 'one.ndjson' : 'one.2.ndjson'
  expect((await made(['replay', at(file), '--as-agent', '--make-wrapper', at('played')])).code).toBe(0)
  const second = await talk(at('played'))
  expect(second.text).toBe(first.text)
  expect(second.tools).toBe(first.tools)
  await made(['redact', at(file), '--out', at('redacted.ndjson')])
  await made(['replay', at('redacted.ndjson'), '--as-agent', '--make-wrapper', at('played-redacted')])
  const third = await talk(at('played-redacted'))
  expect(third.text).toHaveLength(first.text.length)
  expect(third.text).not.toBe(first.text)
})

test('as agent: any argument is taken, the version is the recorded one, and what is missing is told', async () => {
  const file = goldenFile('ask')
  const wrapper = join(freshFolder(), 'claude')
  await fairlead(['replay', file, '--as-agent', '--make-wrapper', wrapper]).outcome
  const version = await run(wrapper, ['--version']).outcome
  expect(version.out.toString()).toBe('2.1.325 (Claude Code)\n')
  const { child, outcome, printed } = run(wrapper, [
    '-p',
    '--input-format',
    'stream-json',
    '--odd',
    '--session-id',
    'mine-is-this',
  ])
  child.stdin.write('{"type":"control_request","request_id":"x","request":{"subtype":"interrupt"}}\n')
  await printed('"error"')
  child.stdin.write('{"type":"user","message":{"role":"user","content":"ask"},"uuid":"u"}\n')
  await printed('can_use_tool')
  child.stdin.end()
  const { code, out, err } = await outcome
  expect(code).toBe(0)
  expect(out.toString()).toContain('"session_id":"mine-is-this"')
  expect(err).toContain('the host sends interrupt')
  expect(err).toContain('the recording has initialize here, which the host did not send')
  const direct = await fairlead(['replay', file, '--as-agent', '--', '--version']).outcome
  expect(direct.out.toString()).toBe('2.1.325 (Claude Code)\n')
})
