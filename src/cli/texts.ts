import { table } from './command-line.ts'
import type { Command } from './io.ts'

type Commands = Readonly<Record<string, Command>>

const listed = (commands: Commands) =>
  table(Object.entries(commands).map(([name, { summary }]) => [name, summary]))

export const welcome = (version: string) => `fairlead ${version}
Hosts the Claude Code CLI: a typed library, a daemon for many sessions and a proving ground.

`

export const greeting = (
  version: string,
  commands: Commands,
) => `${welcome(version)}To try it without a login:
  fairlead try             (in a clone: npm start)

What works today:
${listed(commands)}
  the library            import from 'fairlead': sessions with the claude that you have installed, approvals,
                         turns, hooks, MCP servers, the CLI's own history
  the protocol           import from 'fairlead/protocol': the types of every message in both directions,
                         line framing, decode and encode
  a scripted model       import from 'fairlead/simulator': a Messages API for the real claude, offline
  docs/scenarios.md      what the simulator and the scripted model say, and how to write your own
  SPEC.md                the protocol as numbered rules, each with a test

The daemon is not there yet. See \`fairlead --help\`.
`

export const help = (commands: Commands) => `Usage: fairlead <command> [options]

Commands:
${listed(commands)}
Options:
${table([
  ['-h, --help', 'show this help, or that of a command'],
  ['-v, --version', 'show the version'],
])}
Environment:
${table([
  ['CLAUDE_BIN', 'the claude to run, where --agent names none'],
  ['FAIRLEAD_HOME', 'the data folder'],
  ['FAIRLEAD_PORT', 'the port of the host'],
  ['NO_COLOR', 'no colours'],
  ['DEBUG', 'errors with their stack'],
])}
Without a command: says what works today.
`
