export const greeting = (version: string) => `fairlead ${version}
Hosts the Claude Code CLI: a typed library, a daemon for many sessions and a proving ground.

What works today:
  the library            import from 'fairlead': sessions with the claude that you have installed, approvals,
                         turns, hooks, MCP servers, the CLI's own history
  the protocol           import from 'fairlead/protocol': the types of every message in both directions,
                         line framing, decode and encode
  a scripted model       import from 'fairlead/simulator': a Messages API for the real claude, offline
  SPEC.md                the protocol as numbered rules, each with a test
  npm run bench:lines    framing and decoding measured against plain JSON.parse
  npm run bench:client   the client measured beside the official one

The daemon is not there yet. See \`fairlead --help\`.
`

export const help = `Usage: fairlead [options]

Options:
  -h, --help      show this help
  -v, --version   show the version

Without options: says what works today. There are no commands yet.
`
