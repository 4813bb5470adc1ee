import { table } from './command-line.ts'
import { GROUPS } from './commands.ts'
import { EXIT_CODES } from './exit-codes.ts'

/** In one table, so that all have the same width. */
const commandList = () => {
  const rows = GROUPS.flatMap(([, commands]) => Object.entries(commands))
  const lines = table(rows.map(([name, { summary }]) => [name, summary])).split('\n')
  return GROUPS.map(
    ([title, commands]) => `${title}:\n${lines.splice(0, Object.keys(commands).length).join('\n')}\n`,
  ).join('\n')
}

export const welcome = (version: string) => `fairlead ${version}
Hosts the Claude Code CLI: a typed library, a host for many sessions and a proving ground.

`

export const greeting = (version: string) => `${welcome(version)}To begin:
  fairlead up            the host; prints the address of its console
  fairlead try           a first look on the simulator, without a login

${commandList()}
Beside the command:
  the library            import from 'fairlead': sessions with the claude that you have installed, approvals,
                         turns, hooks, MCP servers, the CLI's own history
  the state              import from 'fairlead/state': what a session is, folded from its messages
  the protocol           import from 'fairlead/protocol': the types of every message in both directions,
                         line framing, decode and encode
  a scripted model       import from 'fairlead/simulator': a Messages API for the real claude, offline
  the host               import from 'fairlead/api' (a typed client) and 'fairlead/host'
  docs/                  guide for host builders, the host, its console, the terminal, recordings, scenarios
  SPEC.md                the protocol as numbered rules, each with a test

See \`fairlead --help\`.
`

export const help = () => `Usage: fairlead <command> [options]

${commandList()}
Options:
${table([
  ['-h, --help', 'show help for fairlead or a command'],
  ['-v, --version', 'show the version'],
])}
Environment:
${table([
  ['CLAUDE_BIN', 'the claude to run, unless --agent names one'],
  ['FAIRLEAD_HOME', 'the data folder'],
  ['FAIRLEAD_PORT', 'the port of the host'],
  ['NO_COLOR', 'no colours'],
  ['FORCE_COLOR', 'use colours in a pipe, too'],
  ['DEBUG', 'show stack traces of errors'],
])}
Sessions and approvals can be named by the beginning of their id; sessions also by their title or a part of it. Commands
that need a host start one if none is running. \`fairlead help exit-codes\` lists the exit codes.
`

export const exitCodesHelp = () => `Exit codes:
${table(EXIT_CODES)}`
