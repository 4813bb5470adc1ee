import { dataFolder } from '../../process/data-folder.ts'
import { AGENT_OPTION } from '../agent.ts'
import { defineCommand } from '../command-line.ts'
import { checkJournal, checkStorage } from '../host/journal-check.ts'
import type { Io } from '../io.ts'
import { packageVersion } from '../package-version.ts'
import { type Style, styleFor } from '../terminal/style.ts'
import { checkAgent, checkInitialize, checkLogin, checkNode, checkVersion } from './checks.ts'
import { checkDataFolder, nearest } from './data-folder.ts'
import type { Finding } from './finding.ts'
import { checkIsolation } from './isolation.ts'
import { checkPort } from './port.ts'
import { checkFifos, checkFileHandles } from './system.ts'

export const doctor = defineCommand(
  {
    name: 'doctor',
    most: 0,
    about: `
Checks Node, the storage (SQLite with full-text search), the data folder (FAIRLEAD_HOME) with its free space and journal, FIFOs, the
limit of file handles, isolation (bubblewrap, user namespaces), the port of the host (FAIRLEAD_PORT), and Claude Code: where it is
installed, its version, whether it starts, and whether it is logged in, as it reports itself.
It sends nothing to a model, reads no credential file, and leaves nothing behind.

Exit code: 0 when Fairlead can run, 1 when it cannot, 2 usage error.`,
    options: {
      agent: AGENT_OPTION,
      verbose: { type: 'boolean', about: 'show every place that was searched' },
      json: { type: 'boolean', about: 'print the findings as one JSON object' },
    },
    examples: ['fairlead doctor', 'fairlead doctor --agent ./node_modules/.bin/claude --verbose'],
  },
  async ({ values: { agent, json = false, verbose = false } }, io) => {
    const style = styleFor(io.stdout, io.env)
    const found: Finding[] = []
    for await (const finding of examine(agent, io)) {
      found.push(finding)
      if (!json) io.out(shown(finding, style, verbose))
    }
    const works = found.every(({ state }) => state !== 'problem')
    if (json)
      io.out(`${JSON.stringify({ fairlead: packageVersion(), works, findings: found }, undefined, 2)}\n`)
    else
      io.out(
        works
          ? `\n${style.green('Fairlead can run here.')}\n`
          : `\n${style.red('Fairlead cannot run here yet.')}\n`,
      )
    return works ? 0 : 1
  },
)

async function* examine(agent: string | undefined, io: Io): AsyncGenerator<Finding> {
  yield checkNode()
  yield checkStorage(io.env)
  const folder = await checkDataFolder(io.env)
  yield folder
  const journal = folder.state === 'problem' ? undefined : await checkJournal(io.env)
  if (journal) yield journal
  if (folder.state !== 'problem') yield await checkFifos((await nearest(dataFolder({ env: io.env }))).path)
  yield await checkFileHandles()
  yield await checkIsolation(io.env)
  yield await checkPort(io.env)
  const { finding, binary } = checkAgent(agent, io)
  yield finding
  if (binary === undefined) return
  yield await checkVersion(binary, io)
  const hello = await checkInitialize(binary, io)
  yield hello.finding
  if (hello.answer) yield checkLogin(hello.answer, agent === 'sim')
}

function shown({ state, text, remedy, details = [] }: Finding, style: Style, verbose: boolean): string {
  const mark = { ok: style.green('ok  '), note: style.yellow('note'), problem: style.red('FAIL') }[state]
  const listed = verbose || state !== 'ok' ? details : []
  const hidden = details.length - listed.length
  return [
    `${mark}  ${text}`,
    ...listed.map((detail) => style.dim(`        ${detail}`)),
    ...(hidden > 0 ? [style.dim(`        ${hidden} other places searched (list them with --verbose)`)] : []),
    ...(remedy === undefined ? [] : [`      → ${remedy}`]),
    '',
  ].join('\n')
}
