/** The host as a command: with TLS, started twice, as a service. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { get as httpGet, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { certificateFor } from './certificate.ts'
import { DaemonProcess } from './daemon-process.ts'

let daemon: DaemonProcess
beforeEach(() => {
  daemon = new DaemonProcess()
})
afterEach(() => daemon.end())

describe('with a certificate', () => {
  const { cert, key } = certificateFor('localhost')
  let file: string
  beforeEach(async () => {
    file = join(daemon.folder, 'cert.pem')
    const keyFile = join(daemon.folder, 'key.pem')
    writeFileSync(file, cert)
    writeFileSync(keyFile, key)
    daemon.args.push('--listen', '0.0.0.0', '--host', 'localhost', '--tls-cert', file, '--tls-key', keyFile)
    await daemon.start()
  })
  afterEach(() => daemon.kill())
  const ask = (path: string, headers: Record<string, string> = {}, body?: object) =>
    new Promise<IncomingMessage & { text: string }>((resolve, reject) => {
      const json = body && { 'content-type': 'application/json' }
      const options = { ca: cert, method: body ? 'POST' : 'GET', headers: { ...headers, ...json } }
      const request = httpsRequest(`${daemon.url}${path}`, options, (answer) => {
        let text = ''
        answer.on('data', (chunk) => {
          text += chunk
        })
        answer.on('end', () => resolve(Object.assign(answer, { text })))
      })
      request.on('error', reject)
      request.end(body && JSON.stringify(body))
    })

  test('requests and the stream are encrypted, and the cookie is for encrypted connections alone', async () => {
    expect(daemon.url).toMatch(/^https:\/\/localhost:/)
    const login = await ask('/login', { origin: daemon.url }, { credential: daemon.token })
    expect(login.statusCode).toBe(200)
    const { secret } = JSON.parse(login.text) as { secret: string }
    const [cookie = ''] = login.headers['set-cookie'] ?? []
    expect(cookie).toContain('Secure')
    const asPage = { origin: daemon.url, cookie: cookie.split(';')[0] as string }
    expect((await ask('/api/sessions', { ...asPage, 'x-fairlead-browser': secret })).statusCode).toBe(200)
    expect((await ask('/api/sessions', asPage)).statusCode).toBe(401)
    expect((await ask('/api/sessions')).statusCode).toBe(401)
    const socket = new WebSocket(`${daemon.url.replace('https', 'wss')}/api/stream`, {
      ca: cert,
      headers: asPage,
    })
    socket.once('open', () => socket.send(JSON.stringify({ type: 'authenticate', secret })))
    const first = await new Promise((resolve, reject) => {
      socket.once('message', (data) => resolve(JSON.parse(String(data))))
      socket.once('error', reject)
    })
    socket.close()
    expect(first).toMatchObject({ type: 'welcome' })
  })

  test('who does not encrypt gets no answer', async () => {
    const plain = new Promise((resolve, reject) => {
      httpGet(daemon.url.replace('https', 'http'), resolve).on('error', reject)
    })
    await expect(plain).rejects.toThrow()
  })

  test('the command reaches it, once it knows the certificate', async () => {
    const { out } = await daemon.run(['status', '--json'], { NODE_EXTRA_CA_CERTS: file })
    expect(JSON.parse(out)).toMatchObject({ runs: true, url: daemon.url })
  })
})

test('a certificate that cannot be read is named, and no host is left', async () => {
  const { code, err } = await daemon.run([
    ...['up', '--port', '0', '--tls-cert', '/none.pem', '--tls-key', '/none.key'],
  ])
  expect(code).not.toBe(0)
  expect(err).toContain('/none.pem')
  expect(existsSync(join(daemon.data, 'host.json'))).toBe(false)
})

describe('a second `up`', () => {
  test('finds the first: it prints its address and ends well', async () => {
    await daemon.start()
    const { code, out } = await daemon.run(['up'])
    expect([code, out]).toEqual([0, `Fairlead is already running: ${daemon.url}\n`])
    const json = await daemon.run(['up', '--json'])
    expect([json.code, JSON.parse(json.out)]).toEqual([0, { url: daemon.url, runs: true }])
  })

  test('in the same moment: one of them runs, and all tell its address', async () => {
    mkdirSync(daemon.data)
    // A killed host has left its lock, and each takes it for its own.
    writeFileSync(join(daemon.data, 'host.json'), '{"pid":999999999,"startedAt":"1","url":"","version":""}')
    const others = Array.from({ length: 3 }, () => daemon.run(['up', '--port', '0', '--json']))
    const url = await Promise.race(others.map(async (other) => JSON.parse((await other).out).url as string))
    const record = JSON.parse(readFileSync(join(daemon.data, 'host.json'), 'utf8'))
    expect(url).toBe(record.url)
    expect((await daemon.run(['down', '--json'])).code).toBe(0)
    const outcomes = (await Promise.all(others)).map(({ code, out }) => ({ code, ...JSON.parse(out) }))
    expect(outcomes.map(({ code, url }) => [code, url])).toEqual(Array(3).fill([0, url]))
    expect(outcomes.filter(({ runs }) => !runs)).toHaveLength(1)
  })
})

describe('`service install`', () => {
  const isMac = process.platform === 'darwin'
  const tool = isMac ? 'launchctl' : 'systemctl'

  test('writes a file for this user, tells the system, and `uninstall` takes both back', async () => {
    // One that only writes down what it is told.
    const bin = join(daemon.folder, 'bin')
    const told = join(daemon.folder, 'told')
    mkdirSync(bin)
    writeFileSync(join(bin, tool), `#!/bin/sh\necho "$@" >> '${told}'\n`)
    chmodSync(join(bin, tool), 0o755)
    const env = { PATH: `${bin}:${process.env.PATH}` }
    const home = join(daemon.folder, 'home')
    const file = isMac
      ? join(home, 'Library', 'LaunchAgents', 'dev.fairlead.host.plist')
      : join(home, '.config', 'systemd', 'user', 'fairlead.service')
    const installed = await daemon.run(['service', 'install'], env)
    expect(installed).toMatchObject({ code: 0, err: '', out: expect.stringContaining(file) })
    const text = readFileSync(file, 'utf8')
    expect(text).toContain(process.execPath)
    expect(text).toContain(daemon.data)
    const printed = await daemon.run(['service', 'print'], env)
    expect(printed.out).toBe(text)
    expect(readFileSync(told, 'utf8')).toBe(
      isMac ? `load -w ${file}\n` : '--user daemon-reload\n--user enable --now fairlead\n',
    )
    writeFileSync(told, '')
    expect(await daemon.run(['service', 'uninstall'], env)).toMatchObject({ code: 0, err: '' })
    expect(existsSync(file)).toBe(false)
    expect(readFileSync(told, 'utf8')).toBe(isMac ? `unload -w ${file}\n` : '--user disable --now fairlead\n')
  })

  test('where the system does not take it, the command to run is told', async () => {
    const { code, err } = await daemon.run(['service', 'install'], { PATH: '/nowhere' })
    expect(code).toBe(0)
    expect(err).toContain(`${tool} `)
    expect(err).toContain('Run the command yourself')
  })
})
