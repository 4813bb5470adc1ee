import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { nodeIdIn } from '../../../fleet/node-id.ts'
import { readConfig } from '../../../host/config.ts'
import { runningHost } from '../../../host/lock.ts'
import { dataFolder } from '../../../process/data-folder.ts'
import { defineCommand, oneOf, UsageError, type Values } from '../../command-line.ts'
import { EXIT } from '../../exit-codes.ts'
import type { Io } from '../../io.ts'
import { labelsIn } from '../../label.ts'
import { packageVersion } from '../../package-version.ts'
import { resolveSession } from '../../sessions/resolve-session.ts'
import { watch } from '../../show/watch.ts'
import { count } from '../../show/words.ts'
import { connect } from '../connect.ts'
import { findHost } from '../find-host.ts'
import { initFleet } from './init.ts'
import { checkFleet, forgetNode } from './membership.ts'
import { fleetSettingsIn, writeFleetSettings } from './settings.ts'
import { fleetText } from './status-text.ts'

const ACTIONS = ['status', 'init', 'join', 'drain', 'takeover', 'move', 'leave'] as const

const NEEDS: Readonly<Record<(typeof ACTIONS)[number], readonly string[]>> = {
  ...{ status: [], init: ['FOLDER'], join: ['URL'], leave: [] },
  ...{ drain: ['NODE'], takeover: ['SESSION'], move: ['SESSION', 'NODE'] },
}

const OPTIONS = {
  node: {
    type: 'string',
    multiple: true,
    value: 'NAME',
    about: 'init: a node that gets credentials (repeatable)',
  },
  revoke: {
    type: 'string',
    multiple: true,
    value: 'NAME',
    about: 'init: a node that loses access (repeatable)',
  },
  listen: { type: 'string', value: 'HOST:PORT', about: 'init: where the server listens (127.0.0.1:4222)' },
  'tls-cert': { type: 'string', value: 'FILE', about: "init: the server's certificate" },
  'tls-key': { type: 'string', value: 'FILE', about: 'init: the key of the certificate' },
  creds: { type: 'string', value: 'FILE', about: 'join: the credentials of this node' },
  ca: {
    type: 'string',
    value: 'FILE',
    about: 'join: the authority that signed the certificate of the server',
  },
  name: {
    type: 'string',
    value: 'NAME',
    about: 'join: what others call this node (the name of the machine)',
  },
  label: {
    type: 'string',
    multiple: true,
    value: 'KEY=VALUE',
    about: 'join: a label of this node (repeatable)',
  },
  prefix: { type: 'string', value: 'NAME', about: 'join: one of several fleets on the same server' },
  insecure: { type: 'boolean', about: 'join: no encryption beyond this machine' },
  cwd: {
    type: 'string',
    value: 'FOLDER',
    about: 'takeover: a folder of the project here, where its git remote does not say which it is',
  },
  undo: { type: 'boolean', about: 'drain: the node takes new sessions again' },
  watch: { type: 'boolean', short: 'w', about: 'status: keep updating until ctrl-c' },
  json: { type: 'boolean', about: 'print one JSON object' },
} as const

type FleetValues = Values<typeof OPTIONS>

export const fleet = defineCommand(
  {
    name: 'fleet',
    operands: '[status | init FOLDER | join URL | drain NODE | takeover SESSION | move SESSION NODE | leave]',
    most: 3,
    completes: [ACTIONS, 'file'],
    about: `
Several machines as one: every console and terminal shows the sessions of all of them. Each machine runs its own host; a NATS
server carries what they share. docs/fleet.md has the whole story.

init writes a configuration of nats-server into FOLDER, and credentials for each --node; run again it adds nodes, or takes
access from them. join makes this machine a node, from the next start of its host on. status shows the nodes. A node that is
drained takes no new sessions, until drain --undo; those that it has stay. takeover continues here a session of a node that is
away; move gives a session to another node between two turns. leave takes this machine out of the fleet; its
sessions stay on it.`,
    options: OPTIONS,
    examples: [
      'fairlead fleet init ~/fleet --node laptop --node tower',
      'fairlead fleet join nats://127.0.0.1:4222 --creds ~/fleet/laptop.creds --label gpu=yes',
      'fairlead fleet status',
      'fairlead fleet drain tower',
      'fairlead fleet takeover "fix the tests"',
      'fairlead fleet move 3f2a laptop',
    ],
  },
  async ({ values, operands: [given = 'status', ...operands] }, io) => {
    const action = oneOf('fleet', given, ACTIONS)
    const needs = NEEDS[action]
    const [operand, second = ''] = operands
    if (operands.length < needs.length)
      throw new UsageError(`fleet ${action} needs a ${needs[operands.length]}`)
    if (operands.length > needs.length)
      throw new UsageError(`'${operands[needs.length]}' is an unexpected argument`)
    if (action === 'init') return init(operand ?? '', values, io)
    if (action === 'takeover') return takeover(operand ?? '', values, io)
    if (action === 'move') return move(operand ?? '', second, values, io)
    if (action === 'drain') return drain(operand ?? '', values, io)
    if (action === 'join') return joinIt(operand ?? '', values, io)
    return action === 'leave' ? leave(values, io) : status(values, io)
  },
)

async function init(folder: string, values: FleetValues, io: Io): Promise<number> {
  const { 'tls-cert': cert, 'tls-key': key, listen = '127.0.0.1:4222', node = [], revoke = [] } = values
  if ((cert === undefined) !== (key === undefined))
    throw new UsageError('--tls-cert and --tls-key go together')
  if (node.length + revoke.length === 0) throw new UsageError('name a node: --node NAME, or --revoke NAME')
  const made = await initFleet({
    folder: resolve(io.cwd, folder),
    nodes: node,
    revoked: revoke,
    listen,
    cert,
    key,
  })
  if (values.json) {
    io.out(`${JSON.stringify(made)}\n`)
    return EXIT.done
  }
  const { config, credentials } = made
  const scheme = cert === undefined ? 'nats' : 'tls'
  const steps = made.isNew
    ? `Start the server:\n  nats-server -c ${config}\n`
    : 'Tell the running server:\n  nats-server --signal reload\n'
  const files = Object.entries(credentials)
  const hint =
    files.length === 0
      ? ''
      : `\nOn each node, with its own file:\n${files.map(([, file]) => `  fairlead fleet join ${scheme}://${listen} --creds ${file}\n`).join('')}`
  io.out(
    `${made.isNew ? 'Wrote' : 'Changed'} ${config}: ${count(made.nodes.length, 'node')}.\n\n${steps}${hint}`,
  )
  return EXIT.done
}

async function joinIt(url: string, values: FleetValues, io: Io): Promise<number> {
  const { creds, ca, name, prefix, insecure, label } = values
  const path = (file: string) => resolve(io.cwd, file)
  const settings = fleetSettingsIn(
    {
      url,
      ...(creds !== undefined && { creds: path(creds) }),
      ...(ca !== undefined && { ca: path(ca) }),
      ...(name !== undefined && { name }),
      ...(prefix !== undefined && { prefix }),
      ...(insecure && { insecure }),
      ...(label && { labels: labelsIn(label) }),
    },
    'fleet join',
  )
  const nodes = await checkFleet(settings, packageVersion())
  const { folder, file } = places(io)
  readConfig(file)
  // The host may never have run here.
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  nodeIdIn(folder)
  writeFleetSettings(file, settings)
  const others = nodes.length === 0 ? 'It is the first node.' : `Nodes there: ${nodes.join(', ')}.`
  const next = runningHost(folder)
    ? 'Restart the host: `fairlead down`, then `fairlead up`.'
    : 'Start the host: `fairlead up`.'
  io.out(
    values.json
      ? `${JSON.stringify({ ...settings, nodes })}\n`
      : `This machine is a node of the fleet. ${others}\n${next}\n`,
  )
  return EXIT.done
}

async function drain(node: string, { undo = false, json = false }: FleetValues, io: Io): Promise<number> {
  const { api } = await connect(io)
  const receipt = await api.call('drainNode', { params: { node }, body: { drained: !undo } })
  const done = undo
    ? `Node ${node} takes new sessions again.`
    : `Node ${node} takes no new sessions. Those that it has stay there and go on.`
  io.out(json ? `${JSON.stringify(receipt)}\n` : `${done}\n`)
  return EXIT.done
}

async function takeover(name: string, { cwd, json = false }: FleetValues, io: Io): Promise<number> {
  const { api } = await connect(io)
  const session = await resolveSession(api, name)
  const folder = cwd === undefined ? {} : { cwd: resolve(io.cwd, cwd) }
  const receipt = await api.call('takeOverSession', { body: { session: session.id, ...folder } })
  const from = session.node?.name ?? 'another node'
  const done = `Session ${session.title} of ${from} goes on here. Its transcript says what was lost.`
  io.out(json ? `${JSON.stringify(receipt)}\n` : `${done}\n`)
  return EXIT.done
}

async function move(name: string, node: string, { json = false }: FleetValues, io: Io): Promise<number> {
  const { api } = await connect(io)
  const { id, title } = await resolveSession(api, name)
  const receipt = await api.call('moveSession', { body: { session: id, node } })
  io.out(json ? `${JSON.stringify(receipt)}\n` : `Session ${title} goes on on node ${node}.\n`)
  return EXIT.done
}

async function leave(values: FleetValues, io: Io): Promise<number> {
  const { folder, file } = places(io)
  const { fleet: given } = readConfig(file)
  if (given === undefined) throw new Error(`${file} names no fleet: this machine is no node.`)
  if (runningHost(folder))
    throw new Error('Stop the host first (`fairlead down`); its sessions keep running.')
  const sessions = await forgetNode(fleetSettingsIn(given, file), nodeIdIn(folder))
  writeFleetSettings(file, undefined)
  io.out(
    values.json
      ? `${JSON.stringify({ sessions })}\n`
      : `This machine left the fleet, which shows its sessions no more. They stay here: ${count(sessions, 'session')}.\n`,
  )
  return EXIT.done
}

async function status({ json = false, ...values }: FleetValues, io: Io): Promise<number> {
  const found = findHost(io)
  if (!found) {
    io.out(json ? '{"runs":false}\n' : 'No host is running. Start one with `fairlead up`.\n')
    return EXIT.noHost
  }
  const view = async () => {
    const fleetStatus = await found.api.call('getFleet', {})
    return { text: json ? `${JSON.stringify(fleetStatus)}\n` : fleetText(fleetStatus, io) }
  }
  if (values.watch) return watch(io, view)
  io.out((await view()).text)
  return EXIT.done
}

function places(io: Io): { folder: string; file: string } {
  const folder = dataFolder({ env: io.env })
  return { folder, file: join(folder, 'config.json') }
}
