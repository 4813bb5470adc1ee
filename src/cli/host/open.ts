import { spawn } from 'node:child_process'
import { signInUrl } from '../../api/browser-access.ts'
import { ApiError } from '../../api/errors.ts'
import { defineCommand } from '../command-line.ts'
import type { Io } from '../io.ts'
import { resolveSession } from '../sessions/resolve-session.ts'
import { connect } from './connect.ts'
import type { FoundHost } from './find-host.ts'

/** A browser that has not failed by then has opened. */
const PATIENCE = 1500

export const open = defineCommand(
  {
    name: 'open',
    operands: '[SESSION]',
    most: 1,
    completes: ['session'],
    about: `
Opens the page of the host in your browser ($BROWSER, or what the system has), signed in. Where there is no browser, as over
ssh, it prints the address. The address signs in one browser, once, within 10 minutes: whoever opens it first can use the host.`,
    options: {
      print: { type: 'boolean', short: 'p', about: 'print the address, open nothing' },
      json: { type: 'boolean', about: 'print one JSON object, open nothing' },
    },
    examples: ['fairlead open', 'fairlead open "Fix the bug"', 'fairlead open --print'],
  },
  async ({ values, operands: [given] }, io) => {
    const host = await connect(io)
    const session = given === undefined ? undefined : await resolveSession(host.api, given)
    const address = await signInLink(host, session && `/s/${session.id}`)
    if (values.json) io.out(`${JSON.stringify({ url: address })}\n`)
    else if (values.print) io.out(`${address}\n`)
    else if (await opened(address, io)) io.err(`Opened ${host.url} in your browser.\n`)
    else {
      io.err('There is no browser here. Open this address where there is one:\n')
      io.out(`${address}\n`)
    }
    return 0
  },
)

/** An address that signs one browser in, once, and shows it this path. */
export async function signInLink({ url, api }: FoundHost, to?: string): Promise<string> {
  try {
    const { code } = await api.call('createSignInCode', {})
    return signInUrl(url, code, to)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not-found')
      throw new Error(
        'The host that runs is older than this command, and makes no codes. `fairlead down` and `fairlead up` start this version; sessions go on meanwhile.',
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
