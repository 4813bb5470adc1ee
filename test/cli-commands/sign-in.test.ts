// How a person gets into the console from a terminal: codes in addresses, the token only where it is asked for.
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { certificateFor } from '../host/certificate.ts'
import { DaemonProcess } from '../host/daemon-process.ts'
import { call, freshFolder, start } from './fairlead.ts'
import { HostStage } from './host-stage.ts'
import { Terminal } from './terminal.ts'

let stage: HostStage
let id: string
beforeAll(async () => {
  stage = await HostStage.open()
  id = await stage.session('hello', '--title', 'the opened one')
  await stage.inGroup(id, 'idle')
})
afterAll(() => stage.close())

const LINK = /^http:\/\/127\.0\.0\.1:\d+\/login#code=([\w-]{24})$/
const codeIn = (address: string) => LINK.exec(address.trim())?.[1] ?? `no code in ${address}`
/** Throws unless it signs a browser in. */
const signIn = (credential: string) => stage.daemon.browser({ credential })

describe('open', () => {
  test('hands the browser an address with a code: its arguments, which every user of the machine can read, have no token', async () => {
    const browser = join(stage.daemon.cwd, 'browser.sh')
    const seen = join(stage.daemon.cwd, 'seen')
    writeFileSync(browser, `#!/bin/sh\nprintf '%s\\n' "$0" "$@" > '${seen}'\n`)
    chmodSync(browser, 0o755)
    const { code, out, err } = await stage.call(['open'], { env: { BROWSER: browser } })
    expect({ code, out }).toEqual({ code: 0, out: '' })
    expect(err).toContain('in your browser')
    const [, address = '', ...more] = readFileSync(seen, 'utf8').trimEnd().split('\n')
    expect(more).toEqual([])
    expect(readFileSync(seen, 'utf8') + err).not.toContain(stage.daemon.token)
    const used = codeIn(address)
    await signIn(used)
    await expect(signIn(used)).rejects.toThrow('used already')
  })

  test('a session in it, by any of its names', async () => {
    const { out } = await stage.call(['open', '--print', id.slice(0, 8)])
    expect(out).toMatch(/\/login#code=[\w-]{24}&to=/)
    expect(out).toContain(`&to=${encodeURIComponent(`/s/${id}`)}\n`)
  })

  test('prints it where there is no browser, or one that fails', async () => {
    for (const env of [{}, { BROWSER: '/not/there' }, { BROWSER: 'false' }]) {
      const { code, out } = await stage.call(['open'], { env })
      expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^http:.*#code=\S+\n$/) })
      await signIn(codeIn(out))
    }
    const [json] = await stage.json<{ url: string }>('open')
    await signIn(codeIn(json?.url ?? ''))
  })
})

describe('up', () => {
  test('on a terminal, the address signs one browser in, and what it says holds', async () => {
    const folder = freshFolder()
    const terminal = new Terminal(['up', '--port', '0'], { FAIRLEAD_HOME: folder, FAIRLEAD_PORT: '0' })
    const shown = await terminal.until('once, within 10 minutes. `fairlead open` creates another.')
    const [, address = ''] = /Fairlead is up: (\S+)/.exec(shown) ?? []
    expect(shown).not.toContain(readFileSync(join(folder, 'token'), 'utf8'))
    const post = () =>
      fetch(`${new URL(address).origin}/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ credential: codeIn(address) }),
      })
    expect((await post()).status).toBe(200)
    expect((await post()).status).toBe(401)
    terminal.signal()
    await terminal.code
  })

  test('in a pipe or a file, as in the log of a service, it prints the plain address and how to get in', async () => {
    const { child, folder, printed, outcome } = start(['up', '--port', '0'], { env: { PATH: '/nowhere' } })
    await printed('fairlead token')
    child.kill('SIGTERM')
    const { out, err } = await outcome
    expect(out).toMatch(/^Fairlead is up: http:\/\/127\.0\.0\.1:\d+\n$/)
    expect(err).toContain('To sign in, run `fairlead open`')
    const token = readFileSync(join(folder, '.local', 'share', 'fairlead', 'token'), 'utf8')
    for (const text of [out, err]) {
      expect(text).not.toContain(token)
      expect(text).not.toContain('code=')
    }
  })

  test('a host that runs: with a code on a terminal, without one elsewhere and in JSON', async () => {
    const { url } = stage.daemon.daemon
    const seen = await stage.call(['up', '--detach'], { columns: 200 })
    const [, address = ''] = /^Fairlead is already running: (\S+)\n/.exec(seen.out) ?? []
    await signIn(codeIn(address))
    expect((await stage.call(['up', '--detach'])).out).toBe(`Fairlead is already running: ${url}\n`)
    for (const options of [{}, { columns: 200 }]) {
      const { out, err } = await stage.call(['up', '--detach', '--json'], options)
      expect({ json: JSON.parse(out), err }).toEqual({ json: { url, runs: true }, err: '' })
    }
  })

  test('in the background, neither a code nor the token is in a log', async () => {
    const daemon = new DaemonProcess()
    onTestFinished(() => daemon.end())
    await daemon.run(['up', '--detach', '--port', '0'])
    onTestFinished(async () => void (await daemon.run(['down', '--all'])))
    await daemon.run(['open', '--print'])
    for (const name of ['up.log', 'host.log']) {
      const text = readFileSync(join(daemon.data, name), 'utf8')
      expect(text).not.toContain(daemon.token)
      expect(text).not.toContain('code=')
    }
    expect(readFileSync(join(daemon.data, 'up.log'), 'utf8')).toMatch(/Fairlead is up: http:\/\/\S+:\d+\n/)
  })
})

describe('a phone', () => {
  const up = (...options: string[]) =>
    new Terminal(['up', '--port', '0', ...options], { FAIRLEAD_HOME: freshFolder(), FAIRLEAD_PORT: '0' })
  const ended = async (terminal: Terminal) => {
    terminal.signal()
    await terminal.code
    return terminal.shown
  }

  test('a host that other devices reach over TLS shows a QR code of its first name', async () => {
    const folder = freshFolder()
    const { cert, key } = certificateFor('localhost')
    writeFileSync(join(folder, 'cert.pem'), cert)
    writeFileSync(join(folder, 'key.pem'), key)
    const tls = ['--tls-cert', join(folder, 'cert.pem'), '--tls-key', join(folder, 'key.pem')]
    const terminal = up('--listen', '0.0.0.0', '--host', 'localhost', '--host', 'other', ...tls)
    const shown = await terminal.until('The code signs in one browser, once')
    expect(shown).toMatch(/(^ {2}[ ▀▄█]{37,}\n){18,}/m)
    expect(shown).toMatch(/on your phone: https:\/\/localhost:\d+\n/)
    await ended(terminal)
  })

  test('without encryption the host says so, and shows no code', async () => {
    const terminal = up('--listen', '0.0.0.0', '--host', 'localhost', '--insecure')
    const shown = await terminal.until('--tls-cert')
    expect(shown).toContain('not encrypted')
    expect(shown + (await ended(terminal))).not.toContain('▀')
  })

  test('a host on loopback does not mention phones', async () => {
    const terminal = up()
    const shown = await terminal.until('`fairlead open` creates another.')
    expect(shown + (await ended(terminal))).not.toMatch(/phone|▀/)
  })

  test('open --qr says what a host on loopback lacks', async () => {
    const { code, out } = await stage.call(['open', '--qr'], { columns: 100 })
    expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining('--listen') })
    expect(out).not.toContain('code=')
  })
})

describe('token', () => {
  test('prints the token of this host, and nothing else', async () => {
    expect(await stage.call(['token'])).toEqual({ code: 0, out: `${stage.daemon.token}\n`, err: '' })
    expect(await stage.json('token')).toEqual([{ token: stage.daemon.token }])
    await signIn(stage.daemon.token)
  })

  test('where no host has run yet, it says so', async () => {
    const { code, err } = await call(['token'])
    expect(code).toBe(1)
    expect(err).toMatch(/no token in .*fairlead up/)
  })

  test.each([
    [['status']],
    [['status', '--json']],
    [['open', '--print']],
    [['open', '--json']],
    [['up', '--detach']],
    [['up', '--detach', '--json']],
    [['browsers']],
    [['browsers', '--json']],
    [['service', 'print']],
    [['doctor', '--json', '--agent', 'sim']],
  ])('fairlead %j does not print it', async (args) => {
    for (const options of [{}, { columns: 200 }]) {
      const { out, err } = await stage.call(args, options)
      expect(out + err).not.toContain(stage.daemon.token)
    }
  })
})

test('browsers are listed, and signed out one by one or all at once', async () => {
  const other = await HostStage.open()
  onTestFinished(() => other.close())
  expect(await other.call(['browsers'])).toMatchObject({ code: 0, out: 'No browser is signed in.\n' })
  const phone = await other.daemon.browser({ userAgent: 'Mozilla/5.0 (iPhone) Version/18.0 Safari/604' })
  const laptop = await other.daemon.browser()
  const last = await other.daemon.browser()
  const { out } = await other.call(['browsers'])
  expect(out).toMatch(/^ID +BROWSER +LAST USED +SIGNED IN\n/)
  const short = /^(\w{8}) +Safari, iPhone +(now|\S+ ago) +\d{4}-/m.exec(out)?.[1] ?? ''
  const statuses = () =>
    Promise.all(
      [phone, laptop, last].map(
        async ({ headers }) => (await other.daemon.ask('/api/sessions', { headers })).status,
      ),
    )
  expect(await other.call(['browsers', 'revoke', short])).toMatchObject({
    code: 0,
    out: 'Signed out: 1 browser.\n',
  })
  expect(await statuses()).toEqual([401, 200, 200])
  expect(await other.call(['browsers', 'revoke', short])).toMatchObject({
    code: 4,
    err: expect.stringContaining('`fairlead browsers` lists them'),
  })
  expect(await other.call(['browsers', 'revoke'])).toMatchObject({ code: 2 })
  expect((await other.json<{ revoked: string[] }>('browsers', 'revoke', '--all'))[0]?.revoked).toHaveLength(2)
  expect(await statuses()).toEqual([401, 401, 401])
})
