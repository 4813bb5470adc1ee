// What a session touches beside its CLI: no network, nothing of the CLI's configuration, no file; and what it costs.

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runNode } from '../process/run-node.ts'
import { claudeBinary, testedVersions } from './claude-binaries.ts'
import { type Stage, setStage } from './stage.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Newer Node has it under its final name. */
const PERMISSION = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission'
const SECRET = 'the-refresh-token-of-the-user'

/** A program that uses the built package, and may read no more than it must. */
const PROGRAM = `
import { openSession } from ${JSON.stringify(join(root, 'dist/client/index.js'))}
const { BINARY: binary, CREDENTIALS: credentials } = process.env
const session = await openSession({ binary, onApproval: (approval) => approval.deny('No.') })
const { text } = await session.send('hello').result
await session.close()
const may = { read: process.permission.has('fs.read', credentials), write: process.permission.has('fs.write') }
process.stdout.write(JSON.stringify({ text, may }))
`

describe.each(testedVersions)('a session with %s', (version) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await setStage(version, { scripts: [{ prompt: 'hello', replies: [[{ text: 'Hello.' }]] }] })
  })
  afterAll(() => stage.close())

  test('R-SPAWN-6 R-SEC-1: nothing goes from this program to the network; the CLI alone asks the API', async () => {
    const opened: unknown[] = []
    const onSocket = (message: unknown) => opened.push(message)
    subscribe('net.client.socket', onSocket)
    try {
      const session = await stage.open()
      expect(await session.send('hello').result).toMatchObject({ text: 'Hello.' })
      await session.contextUsage()
      await session.close()
      expect(opened).toEqual([])
      expect(stage.model.requests.length).toBeGreaterThan(0)
      // The watch is awake.
      const socket = await connected(Number(new URL(stage.model.url).port))
      socket.destroy()
      expect(opened).toHaveLength(1)
    } finally {
      unsubscribe('net.client.socket', onSocket)
    }
  })

  test('R-SEC-1: it works where it may neither read the configuration of the CLI nor write anything', async () => {
    const config = stage.env.CLAUDE_CONFIG_DIR ?? ''
    mkdirSync(config, { recursive: true })
    const credentials = join(config, '.credentials.json')
    writeFileSync(credentials, JSON.stringify({ claudeAiOauth: { refreshToken: SECRET } }))
    const binary = claudeBinary(version)
    const readable = [join(root, 'dist'), join(root, 'node_modules'), dirname(binary), stage.cwd, '/proc']
    const { code, out, err } = await runNode(
      [
        ...[PERMISSION, '--allow-child-process', '--no-warnings'],
        ...[...readable, join(root, 'package.json')].map((path) => `--allow-fs-read=${path}`),
        ...['--input-type=module', '--eval', PROGRAM],
      ],
      { cwd: stage.cwd, env: { ...process.env, ...stage.env, BINARY: binary, CREDENTIALS: credentials } },
    )
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(JSON.parse(out)).toEqual({ text: 'Hello.', may: { read: false, write: false } })
    expect(out).not.toContain(SECRET)
  })

  test.runIf(process.platform === 'linux')(
    'R-SPAWN-10: its process stays within what a host plans for',
    async () => {
      const session = await stage.open()
      await session.send('hello').result
      const status = readFileSync(`/proc/${session.pid}/status`, 'utf8')
      const megabytes = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024
      await session.close()
      // 232 and 176 MB were measured; another machine may need some more.
      expect(megabytes).toBeLessThan(350)
    },
  )
})

function connected(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket)).once('error', reject)
  })
}
