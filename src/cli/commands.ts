/**
 * Every command by its name, in the order and the groups of the help. A command is loaded when it is asked for: all of them
 * together take longer to load than the host takes to start.
 */
import type { Command } from './io.ts'

export type Commands = Readonly<Record<string, Command>>
interface Entry {
  readonly summary: string
  readonly load: () => Promise<Command>
}
type Entries = Readonly<Record<string, Entry>>

export const GROUPS: readonly (readonly [title: string, commands: Entries])[] = [
  [
    'The host',
    {
      up: {
        summary: 'start the host: many sessions, one page, nothing lost',
        load: async () => (await import('./host/up.ts')).up,
      },
      down: {
        summary: 'end the host; sessions go on unless --all is given',
        load: async () => (await import('./host/down.ts')).down,
      },
      status: {
        summary: 'whether a host runs, how it is, and what its sessions do',
        load: async () => (await import('./host/status.ts')).status,
      },
      open: {
        summary: 'open the console in a browser, or one session in it',
        load: async () => (await import('./host/open.ts')).open,
      },
      browsers: {
        summary: 'the browsers that are signed in, and how to sign them out',
        load: async () => (await import('./host/browsers.ts')).browsers,
      },
      token: {
        summary: 'print the token of the host, for programs and the sign-in page',
        load: async () => (await import('./host/token.ts')).token,
      },
      service: {
        summary: 'keep the host running: a service of systemd or launchd',
        load: async () => (await import('./host/service.ts')).service,
      },
      recover: {
        summary: 'have sessions back when the journal is lost or damaged',
        load: async () => (await import('./host/recover.ts')).recover,
      },
    },
  ],
  [
    'Sessions on the host',
    {
      ls: {
        summary: 'list the sessions: those that need you first',
        load: async () => (await import('./sessions/ls.ts')).ls,
      },
      attach: {
        summary: 'the sessions in a full-screen terminal: follow, decide, write',
        load: async () => (await import('./attach/command.ts')).attach,
      },
      new: {
        summary: 'start a session, with or without a first prompt',
        load: async () => (await import('./sessions/new.ts')).create,
      },
      send: {
        summary: 'send a prompt to a session',
        load: async () => (await import('./sessions/send.ts')).send,
      },
      interrupt: {
        summary: "stop a session's turn; the session goes on",
        load: async () => (await import('./sessions/interrupt.ts')).interrupt,
      },
      close: {
        summary: 'end the process of a session; it can be resumed',
        load: async () => (await import('./sessions/close.ts')).close,
      },
      resume: {
        summary: 'go on with a session that has ended',
        load: async () => (await import('./sessions/resume.ts')).resume,
      },
      fork: {
        summary: 'go another way from here, in a new session',
        load: async () => (await import('./sessions/fork.ts')).fork,
      },
    },
  ],
  [
    'What waits for you',
    {
      approve: {
        summary: 'allow what a session asks for, or list what waits for you',
        load: async () => (await import('./approvals/approve.ts')).approve,
      },
      deny: {
        summary: 'refuse what a session asks for, with a word to the model',
        load: async () => (await import('./approvals/deny.ts')).deny,
      },
      answer: {
        summary: 'answer questions, plans and forms',
        load: async () => (await import('./approvals/answer.ts')).answer,
      },
      policy: {
        summary: 'what sessions may do without asking, and what they may not do',
        load: async () => (await import('./policy/command.ts')).policy,
      },
    },
  ],
  [
    'Work in a repository',
    {
      changes: {
        summary: "what changed in a session's folder, or in one of its turns",
        load: async () => (await import('./work/changes.ts')).changes,
      },
      commit: {
        summary: "commit a session's changes, push them, open a pull request",
        load: async () => (await import('./work/commit.ts')).commit,
      },
      merge: {
        summary: "merge the branch of a session's worktree, or see what that would do",
        load: async () => (await import('./work/merge.ts')).merge,
      },
      worktree: {
        summary: 'the worktrees of sessions: list, keep, discard, restore',
        load: async () => (await import('./work/worktree.ts')).worktree,
      },
    },
  ],
  [
    'What was said',
    {
      events: {
        summary: "a session's journal: everything said in either direction",
        load: async () => (await import('./journal/events.ts')).events,
      },
      export: {
        summary: 'a conversation as Markdown, text, JSON or a recording',
        load: async () => (await import('./journal/export.ts')).exportCommand,
      },
      search: {
        summary: 'search everything said, in all sessions',
        load: async () => (await import('./journal/search.ts')).search,
      },
      usage: {
        summary: 'cost and tokens per day, model, session or folder',
        load: async () => (await import('./journal/usage.ts')).usage,
      },
    },
  ],
  [
    'Recordings',
    {
      record: {
        summary: 'run a claude for another program, and record both directions',
        load: async () => (await import('./record/record.ts')).record,
      },
      replay: {
        summary: 'show a recording as a timeline, or play it as an agent',
        load: async () => (await import('./record/replay.ts')).replay,
      },
      redact: {
        summary: 'make a recording that can be shared: without secrets, paths and texts',
        load: async () => (await import('./record/redact.ts')).redact,
      },
    },
  ],
  [
    'Without a host',
    {
      try: {
        summary: 'take a first look, on the simulator: no login, no claude',
        load: async () => (await import('./try/command.ts')).tryOut,
      },
      run: {
        summary: 'run a prompt in the terminal, with approvals asked here',
        load: async () => (await import('./run/command.ts')).run,
      },
      model: {
        summary: 'serve a scripted Messages API, for the real claude without a login',
        load: async () => (await import('./model/command.ts')).model,
      },
      doctor: {
        summary: 'check the installation, and say what to do about each problem',
        load: async () => (await import('./doctor/command.ts')).doctor,
      },
      conformance: {
        summary: 'hold a claude to the rules of SPEC.md, offline',
        load: async () => (await import('./conformance/command.ts')).conformance,
      },
      discover: {
        summary: 'compare what a claude, or an npm release of it, speaks with what Fairlead knows',
        load: async () => (await import('./discover/command.ts')).discover,
      },
      completion: {
        summary: 'the completion script for bash, zsh or fish',
        load: async () => (await import('./completion/command.ts')).completion,
      },
    },
  ],
]
const BY_NAME: Entries = Object.assign({}, ...GROUPS.map(([, entries]) => entries))

export const COMMAND_NAMES: readonly string[] = Object.keys(BY_NAME)

/** Undefined if there is none of this name. */
export async function loadCommand(name: string): Promise<Command | undefined> {
  return Object.hasOwn(BY_NAME, name) ? BY_NAME[name]?.load() : undefined
}

export async function loadCommands(): Promise<Commands> {
  const loaded = Object.entries(BY_NAME).map(async ([name, { load }]) => [name, await load()] as const)
  return Object.fromEntries(await Promise.all(loaded))
}
