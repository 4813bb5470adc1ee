/**
 * Every command by its name, in the order and the groups of the help. A command is loaded when it is asked for: all of them
 * together take longer to load than the host takes to start.
 */
import type { Command } from './io.ts'

export type Commands = Readonly<Record<string, Command>>
type Loaders = Readonly<Record<string, () => Promise<Command>>>

const LOADERS: readonly (readonly [title: string, commands: Loaders])[] = [
  [
    'The host',
    {
      up: async () => (await import('./host/up.ts')).up,
      down: async () => (await import('./host/down.ts')).down,
      status: async () => (await import('./host/status.ts')).status,
      open: async () => (await import('./host/open.ts')).open,
      browsers: async () => (await import('./host/browsers.ts')).browsers,
      token: async () => (await import('./host/token.ts')).token,
      service: async () => (await import('./host/service.ts')).service,
      recover: async () => (await import('./host/recover.ts')).recover,
    },
  ],
  [
    'Sessions on the host',
    {
      ls: async () => (await import('./sessions/ls.ts')).ls,
      attach: async () => (await import('./attach/command.ts')).attach,
      new: async () => (await import('./sessions/new.ts')).create,
      send: async () => (await import('./sessions/send.ts')).send,
      interrupt: async () => (await import('./sessions/interrupt.ts')).interrupt,
      close: async () => (await import('./sessions/close.ts')).close,
      resume: async () => (await import('./sessions/resume.ts')).resume,
      fork: async () => (await import('./sessions/fork.ts')).fork,
    },
  ],
  [
    'What waits for you',
    {
      approve: async () => (await import('./approvals/approve.ts')).approve,
      deny: async () => (await import('./approvals/deny.ts')).deny,
      answer: async () => (await import('./approvals/answer.ts')).answer,
      policy: async () => (await import('./policy/command.ts')).policy,
    },
  ],
  [
    'What was said',
    {
      events: async () => (await import('./journal/events.ts')).events,
      export: async () => (await import('./journal/export.ts')).exportCommand,
      search: async () => (await import('./journal/search.ts')).search,
      usage: async () => (await import('./journal/usage.ts')).usage,
    },
  ],
  [
    'Recordings',
    {
      record: async () => (await import('./record/record.ts')).record,
      replay: async () => (await import('./record/replay.ts')).replay,
      redact: async () => (await import('./record/redact.ts')).redact,
    },
  ],
  [
    'Without a host',
    {
      try: async () => (await import('./try/command.ts')).tryOut,
      run: async () => (await import('./run/command.ts')).run,
      model: async () => (await import('./model/command.ts')).model,
      doctor: async () => (await import('./doctor/command.ts')).doctor,
      conformance: async () => (await import('./conformance/command.ts')).conformance,
      discover: async () => (await import('./discover/command.ts')).discover,
      completion: async () => (await import('./completion/command.ts')).completion,
    },
  ],
]
const BY_NAME: Loaders = Object.assign({}, ...LOADERS.map(([, loaders]) => loaders))

export const COMMAND_NAMES: readonly string[] = Object.keys(BY_NAME)

/** Undefined if there is none of this name. */
export async function loadCommand(name: string): Promise<Command | undefined> {
  return Object.hasOwn(BY_NAME, name) ? BY_NAME[name]?.() : undefined
}

export type CommandGroups = readonly (readonly [title: string, commands: Commands])[]

/** For the help, which tells about all of them. */
export async function loadGroups(): Promise<CommandGroups> {
  return Promise.all(LOADERS.map(async ([title, loaders]) => [title, await loadAll(loaders)] as const))
}

export function loadCommands(): Promise<Commands> {
  return loadAll(BY_NAME)
}

async function loadAll(loaders: Loaders): Promise<Commands> {
  const loaded = Object.entries(loaders).map(async ([name, load]) => [name, await load()] as const)
  return Object.fromEntries(await Promise.all(loaded))
}
