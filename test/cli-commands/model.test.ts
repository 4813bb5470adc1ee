import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { call, freshFolder, simulator, start } from './fairlead.ts'

interface First {
  readonly url: string
  readonly env: Record<string, string>
}

async function serve(args: string[] = [], folder = freshFolder()) {
  const running = start(['model', '--json', ...args], { folder })
  await running.printed('\n')
  return running
}
const firstLine = (out: string) => JSON.parse(out.split('\n')[0] ?? '') as First

test('prints the environment to export and an example, and logs requests until ctrl-c', async () => {
  const running = start(['model'])
  await running.printed('Requests:')
  running.child.kill('SIGINT')
  const { code, out, err } = await running.outcome
  expect(out).toMatch(/^export ANTHROPIC_BASE_URL=http:\/\/127\.0\.0\.1:\d+$/m)
  expect(out).toMatch(/^export ANTHROPIC_API_KEY=/m)
  expect(out).toMatch(/^ {2}ANTHROPIC_BASE_URL=\S+ .*claude -p "fix the bug"$/m)
  expect({ code, err }).toEqual({ code: 0, err: '' })
})

test('an agent in that environment gets its answers from the scenario, and each request is a line', async () => {
  const folder = freshFolder()
  const replies = [[{ text: 'Scripted.' }]]
  writeFileSync(join(folder, 's.json'), JSON.stringify({ scripts: [{ prompt: 'hello', replies }] }))
  const running = start(['model', '--json', '--scenario', 's.json'], { folder })
  let out = ''
  running.child.stdout?.on('data', (text: string) => {
    out += text
  })
  await running.printed('"url"')
  const { env } = firstLine(out)
  const answer = await call(['run', '--agent', simulator, 'hello'], {
    env: { ...env, FAIRLEAD_SIM_USE_API: '1' },
  })
  expect(answer).toMatchObject({ code: 0, out: 'Scripted.\n' })
  await running.printed('"script":0')
  running.child.kill('SIGINT')
  const lines = (await running.outcome).out.trimEnd().split('\n')
  const asked = lines.slice(1).map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(asked).toContainEqual(
    expect.objectContaining({ method: 'POST', path: '/v1/messages', status: 200, script: 0, last: 'hello' }),
  )
})

test('the log is readable without --json', async () => {
  const running = start(['model'])
  let out = ''
  running.child.stdout?.on('data', (text: string) => {
    out += text
  })
  await running.printed('Requests:')
  const url = /http:\S+/.exec(out)?.[0]
  await fetch(`${url}/nothing`)
  await running.printed('/nothing')
  running.child.kill('SIGINT')
  expect((await running.outcome).out).toMatch(/^\d\d:\d\d:\d\d {2}GET \/nothing {2}404 error$/m)
})

test('a port that is taken is named', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  expect(await call(['model', '--port', String(port)])).toEqual({
    code: 1,
    out: '',
    err: `fairlead model: Port ${port} is in use. Choose another one, or leave out --port.\n`,
  })
})

test('--port chooses the port', async () => {
  const running = await serve(['--port', '0'])
  running.child.kill('SIGINT')
  expect(firstLine((await running.outcome).out).url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
})

test.each([
  [['--port', 'x'], "'x' is not a port"],
  [['--port', '70000'], "'70000' is not a port"],
  [['--scenario', 'none.json'], 'none.json cannot be read (ENOENT)'],
  [['--scenario', 'broken.json'], 'broken.json:1:2: is no JSON'],
  [['--scenario', 'wrong.json'], 'wrong.json:3:31: scripts[0].replies'],
  [['--scenario', 'wrong.yaml'], 'wrong.yaml:3:14: scripts[0].replies'],
])('%j is refused with exit code 2', async (args, problem) => {
  const folder = freshFolder()
  writeFileSync(join(folder, 'broken.json'), '{')
  writeFileSync(join(folder, 'wrong.json'), '{\n "scripts": [\n  { "prompt": "x", "replies": 1 }\n ]\n}')
  writeFileSync(join(folder, 'wrong.yaml'), 'scripts:\n  - prompt: x\n    replies: 1\n')
  const { code, out, err } = await call(['model', ...args], { folder })
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toContain(problem)
})
