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
        summary: 'start the host',
        load: async () => (await import('./host/up.ts')).up,
      },
      down: {
        summary: 'stop the host; sessions keep running unless --all is given',
        load: async () => (await import('./host/down.ts')).down,
      },
      status: {
        summary: 'show the host, its problems and its open sessions',
        load: async () => (await import('./host/status.ts')).status,
      },
      open: {
        summary: 'open the console, or one session, in a browser',
        load: async () => (await import('./host/open.ts')).open,
      },
      browsers: {
        summary: 'list signed-in browsers and sign them out',
        load: async () => (await import('./host/browsers.ts')).browsers,
      },
      token: {
        summary: "print the host's token, for programs and the sign-in page",
        load: async () => (await import('./host/token.ts')).token,
      },
      service: {
        summary: 'run the host as a service of systemd or launchd',
        load: async () => (await import('./host/service.ts')).service,
      },
      fleet: {
        summary: 'several machines as one: set up, join, status, leave',
        load: async () => (await import('./host/fleet/command.ts')).fleet,
      },
      recover: {
        summary: 'rebuild sessions when the journal is lost or damaged',
        load: async () => (await import('./host/recover.ts')).recover,
      },
    },
  ],
  [
    'Sessions on the host',
    {
      ls: {
        summary: 'list sessions; those that need you come first',
        load: async () => (await import('./sessions/ls.ts')).ls,
      },
      attach: {
        summary: 'follow sessions, decide and write in a full-screen terminal',
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
        summary: "stop a session's turn; the session stays open",
        load: async () => (await import('./sessions/interrupt.ts')).interrupt,
      },
      close: {
        summary: "end a session's process; the session can be resumed",
        load: async () => (await import('./sessions/close.ts')).close,
      },
      resume: {
        summary: 'continue a session that has ended',
        load: async () => (await import('./sessions/resume.ts')).resume,
      },
      fork: {
        summary: 'branch off into a new session',
        load: async () => (await import('./sessions/fork.ts')).fork,
      },
    },
  ],
  [
    'Approvals',
    {
      approve: {
        summary: 'allow a request, or list pending approvals',
        load: async () => (await import('./approvals/approve.ts')).approve,
      },
      deny: {
        summary: 'deny a request, with a message to the model',
        load: async () => (await import('./approvals/deny.ts')).deny,
      },
      answer: {
        summary: 'answer questions, plans and forms',
        load: async () => (await import('./approvals/answer.ts')).answer,
      },
      policy: {
        summary: 'rules for what sessions may do without asking',
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
      review: {
        summary: 'review changed files: comment on lines, stage, revert, send',
        load: async () => (await import('./work/review.ts')).review,
      },
      commit: {
        summary: "commit a session's changes, push them, open a pull request",
        load: async () => (await import('./work/commit.ts')).commit,
      },
      merge: {
        summary: "merge the branch of a session's worktree, or see what that would do",
        load: async () => (await import('./work/merge.ts')).merge,
      },
      project: {
        summary: 'the repositories that the host knows: settings, scripts, history',
        load: async () => (await import('./work/project.ts')).project,
      },
      worktree: {
        summary: 'the worktrees of sessions: list, keep, discard, restore',
        load: async () => (await import('./work/worktree.ts')).worktree,
      },
    },
  ],
  [
    'Conversations',
    {
      events: {
        summary: "print a session's journal: every message in both directions",
        load: async () => (await import('./journal/events.ts')).events,
      },
      export: {
        summary: 'export a conversation as Markdown, text, JSON or a recording',
        load: async () => (await import('./journal/export.ts')).exportCommand,
      },
      search: {
        summary: 'search the messages of all sessions',
        load: async () => (await import('./journal/search.ts')).search,
      },
      usage: {
        summary: 'show cost and tokens per day, model, session or folder',
        load: async () => (await import('./journal/usage.ts')).usage,
      },
    },
  ],
  [
    'Recordings',
    {
      record: {
        summary: 'run claude for another program and record both directions',
        load: async () => (await import('./record/record.ts')).record,
      },
      replay: {
        summary: 'show a recording as a timeline, or play it as an agent',
        load: async () => (await import('./record/replay.ts')).replay,
      },
      redact: {
        summary: 'remove secrets, paths and texts from a recording',
        load: async () => (await import('./record/redact.ts')).redact,
      },
    },
  ],
  [
    'Without a host',
    {
      try: {
        summary: 'try Fairlead on the simulator: no login, no Claude Code',
        load: async () => (await import('./try/command.ts')).tryOut,
      },
      run: {
        summary: 'run a prompt in this terminal',
        load: async () => (await import('./run/command.ts')).run,
      },
      model: {
        summary: 'serve a scripted Messages API for the real claude',
        load: async () => (await import('./model/command.ts')).model,
      },
      doctor: {
        summary: 'check the installation and suggest fixes',
        load: async () => (await import('./doctor/command.ts')).doctor,
      },
      conformance: {
        summary: 'check a claude against the rules of SPEC.md, offline',
        load: async () => (await import('./conformance/command.ts')).conformance,
      },
      discover: {
        summary: 'compare the protocol of a claude with the one Fairlead knows',
        load: async () => (await import('./discover/command.ts')).discover,
      },
      completion: {
        summary: 'print the completion script for bash, zsh or fish',
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
