/**
 * A configuration of nats-server for a fleet: JetStream, one account, and a credential for each node. Run again it adds nodes, or
 * revokes them, and keeps the others: the server's file has their public keys, and nobody but a node needs its secret.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { loadNats } from '../../../fleet/nats/packages.ts'
import { UsageError } from '../../command-line.ts'

export interface InitOptions {
  readonly folder: string
  readonly nodes: readonly string[]
  readonly revoked: readonly string[]
  /** `HOST:PORT`. */
  readonly listen: string
  readonly cert: string | undefined
  readonly key: string | undefined
}
export interface InitResult {
  readonly config: string
  /** The nodes that have access. */
  readonly nodes: readonly string[]
  /** The files that were written now, by node. */
  readonly credentials: Readonly<Record<string, string>>
  readonly isNew: boolean
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,62}$/
const NODE_LINE = /^\s*\{ nkey: (U[A-Z2-7]{55}) \} # (\S+)$/gm

export async function initFleet(options: InitOptions): Promise<InitResult> {
  const folder = resolve(options.folder)
  const config = join(folder, 'nats-server.conf')
  const isNew = !existsSync(config)
  const known = isNew ? new Map<string, string>() : nodesIn(readFileSync(config, 'utf8'))
  for (const name of options.nodes) {
    if (!NAME.test(name))
      throw new UsageError(`--node takes a name of letters, digits, - _ and ., not '${name}'`)
    if (known.has(name)) throw new UsageError(`${config} has a node ${name} already: revoke it first`)
  }
  for (const name of options.revoked)
    if (!known.delete(name)) throw new UsageError(`${config} has no node ${name}`)
  const { core } = await loadNats()
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const credentials: Record<string, string> = {}
  for (const name of options.nodes) {
    const pair = core.nkeys.createUser()
    known.set(name, pair.getPublicKey())
    const file = join(folder, `${name}.creds`)
    const text = `# Lets the node ${name} into the fleet: whoever has this file can act as this node.\n${new TextDecoder().decode(pair.getSeed())}\n`
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' })
    credentials[name] = file
  }
  writeFileSync(
    config,
    isNew ? newConfig(options, folder, known) : withNodes(readFileSync(config, 'utf8'), known),
    {
      mode: 0o600,
    },
  )
  return { config, nodes: [...known.keys()], credentials, isNew }
}

function nodesIn(text: string): Map<string, string> {
  return new Map([...text.matchAll(NODE_LINE)].map(([, key = '', name = '']) => [name, key]))
}

const BEGIN = '    # nodes: `fairlead fleet init` writes these lines'
const END = '    # end of nodes'

function withNodes(text: string, nodes: ReadonlyMap<string, string>): string {
  const [before, after] = [text.indexOf(BEGIN), text.indexOf(END)]
  if (before < 0 || after < before)
    throw new Error('the configuration has no list of nodes any more: add or remove its lines by hand')
  return text.slice(0, before) + nodeLines(nodes) + text.slice(after)
}

function nodeLines(nodes: ReadonlyMap<string, string>): string {
  const lines = [...nodes].map(([name, key]) => `      { nkey: ${key} } # ${name}\n`)
  return `${BEGIN}\n${lines.join('')}`
}

function newConfig(
  { listen, cert, key }: InitOptions,
  folder: string,
  nodes: ReadonlyMap<string, string>,
): string {
  const quoted = (text: string) => JSON.stringify(resolve(text))
  const tls = cert && key ? `tls {\n  cert_file: ${quoted(cert)}\n  key_file: ${quoted(key)}\n}\n` : ''
  return `# The server of a fleet of Fairlead. Start it with: nats-server -c ${join(folder, 'nats-server.conf')}
listen: ${JSON.stringify(listen)}
server_name: fairlead
max_payload: 8MB
jetstream {
  store_dir: ${JSON.stringify(join(folder, 'store'))}
}
${tls}accounts {
  FAIRLEAD {
    jetstream: enabled
    users: [
${nodeLines(nodes)}${END}
    ]
  }
}
`
}
