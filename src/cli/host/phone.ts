/** A QR code that signs in a phone, or why there is none. */
import { signInUrl } from '../../api/browser-access.ts'
import type { RemoteAccess } from '../../api/resources.ts'
import type { Io } from '../io.ts'
import { textWidth } from '../terminal/cells.ts'
import { columnsOf } from '../terminal/columns.ts'

const MISSING = {
  address: `This host listens on this machine only, so a phone cannot reach it. Start it with an address, a name and a certificate:
  fairlead up --listen 0.0.0.0 --host NAME --tls-cert FILE --tls-key FILE
or behind a proxy with TLS: fairlead up --behind-proxy --host NAME
`,
  encryption: `No QR code: the connection to this host is not encrypted, so others on the network could read its traffic and sign in.
Start it with a certificate (--tls-cert and --tls-key), or behind a proxy with TLS (--behind-proxy).
`,
} as const

/** What a person sees. A host that is older than this command says nothing about `remote`. */
export async function phoneText(
  remote: RemoteAccess | undefined,
  createCode: () => string | Promise<string>,
  io: Io,
  to?: string,
): Promise<string> {
  if (remote === undefined) return 'This host is older than this command. Restart it to get a QR code.\n'
  if ('missing' in remote) return MISSING[remote.missing]
  const address = signInUrl(remote.url, await createCode(), to)
  const lines = await linesFor(address, io)
  if (lines === undefined)
    return `The terminal is too narrow for a QR code. Open this address on your phone:\n${address}\n`
  return `\n${lines.map((line) => `  ${line}\n`).join('')}
  Scan to open Fairlead on your phone: ${remote.url}
  The code signs in one browser, once, within 10 minutes.
`
}

/** Undefined where the terminal is too narrow for it. */
async function linesFor(address: string, { stdout }: Io): Promise<readonly string[] | undefined> {
  // Loaded late: few commands draw a code.
  const { qrLines } = await import('../terminal/qr.ts')
  const lines = qrLines(address)
  return textWidth(lines[0] ?? '') + 2 <= columnsOf(stdout) ? lines : undefined
}
