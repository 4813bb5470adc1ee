import { spawn } from 'node:child_process'
import { signInUrl } from '../../api/browser-access.ts'
import { ApiError } from '../../api/errors.ts'
import { defineCommand } from '../command-line.ts'
import { EXIT } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { resolveSession } from '../sessions/resolve-session.ts'
import { connect } from './connect.ts'
import type { FoundHost } from './find-host.ts'
import { phoneText } from './phone.ts'

/** A browser that has not failed by then has opened. */
const PATIENCE = 1500

export const open = defineCommand(
  {
    name: 'open',
    operands: '[SESSION]',
    most: 1,
    completes: ['session'],
    about: `
Opens the console in your browser ($BROWSER, or the system's default), signed in. Without a browser, as over ssh, it prints
the address. The address signs in one browser, once, within 10 minutes: whoever opens it first can use the host.

With --qr it shows the address as a QR code for your phone. The host then needs an address beyond this machine, a name (the
first --host) and TLS; otherwise the command says what is missing.`,
    options: {
      qr: { type: 'boolean', about: 'show a QR code for your phone' },
      print: { type: 'boolean', short: 'p', about: 'print the address only' },
      json: { type: 'boolean', about: 'print the address as JSON' },
    },
    examples: ['fairlead open', 'fairlead open --qr', 'fairlead open "Fix the bug"', 'fairlead open --print'],
  },
  async ({ values, operands: [given] }, io) => {
    const host = await connect(io)
    const session = given === undefined ? undefined : await resolveSession(host.api, given)
    const path = session && `/s/${session.id}`
    if (values.qr && !values.json) {
      const { code, remote } = await createCode(host)
      io.out(await phoneText(remote, () => code, io, path))
      return remote && 'url' in remote ? EXIT.done : EXIT.failed
    }
    const address = await signInLink(host, path)
    if (values.json) io.out(`${JSON.stringify({ url: address })}\n`)
    else if (values.print) io.out(`${address}\n`)
    else if (await opened(address, io)) io.err(`Opened ${host.url} in your browser.\n`)
    else {
      io.err('No browser found. Open this address in one:\n')
      io.out(`${address}\n`)
    }
    return 0
  },
)

/** An address that signs one browser in, once, and shows it this path. */
async function signInLink(host: FoundHost, to?: string): Promise<string> {
  return signInUrl(host.url, (await createCode(host)).code, to)
}

async function createCode({ api }: FoundHost) {
  try {
    return await api.call('createSignInCode', {})
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not-found')
      throw new Error(
        'The running host is older than this command and cannot create sign-in codes. Restart it with `fairlead down` and `fairlead up`; sessions keep running.',
      )
    throw error
  }
}

function browserFor({ env }: Io): readonly string[] | undefined {
  if (env.BROWSER) return [env.BROWSER]
  if (process.platform === 'darwin') return ['open']
  if (process.platform === 'win32') return ['explorer']
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open'] : undefined
}

function opened(address: string, io: Io): Promise<boolean> {
  const [command, ...args] = browserFor(io) ?? []
  if (command === undefined) return Promise.resolve(false)
  return new Promise((resolve) => {
    const child = spawn(command, [...args, address], { stdio: 'ignore', detached: true, env: io.env })
    const timer = setTimeout(() => resolve(true), PATIENCE)
    const end = (isOpen: boolean) => {
      clearTimeout(timer)
      resolve(isOpen)
    }
    child.once('error', () => end(false))
    child.once('exit', (code) => end(code === 0))
    child.unref()
  })
}
