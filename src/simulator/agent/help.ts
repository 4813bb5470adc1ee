import { OFFERS } from '../scenarios/index.ts'
import { FAULT_NAMES, POINTS } from './faults/plan.ts'
import { ALIASES, FLAGS } from './options/flags.ts'
import { SIM_VERSIONS } from './version.ts'

const WIDTH = 42

export function helpText(): string {
  const short = new Map(Object.entries(ALIASES).map(([alias, name]) => [name, alias]))
  const rows = Object.entries(FLAGS)
    .filter(([, { help }]) => help !== undefined)
    .map(([name, { value = '', help = '' }]) =>
      row([short.get(name), name].filter(Boolean).join(', '), value, help),
    )
  return [
    'Usage: fairlead-sim [options] [prompt]',
    '',
    'A simulated Claude Code: takes the flags of the real CLI and speaks its protocol on stdin and stdout, without a',
    'model behind it. What it says comes from scenarios; some are built in.',
    '',
    'Prompts to try:',
    ...OFFERS.map(([prompt, shows]) => row(prompt, '', shows)),
    '',
    'Options:',
    ...rows,
    '',
    'Flags of the real CLI that are not listed here are taken too, most of them without effect.',
    '',
    'Environment:',
    row('FAIRLEAD_SIM_VERSION', '', `as --sim-version: ${SIM_VERSIONS.join(', ')}`),
    row(
      'FAIRLEAD_SIM_SCENARIO',
      '',
      'as --sim-scenario: files with a comma between, or the scenario itself as JSON',
    ),
    row('FAIRLEAD_SIM_FAULTS', '', 'as --sim-faults'),
    row('FAIRLEAD_SIM_HEARTBEAT_MS', '', 'how often a running tool is told of, in place of every 30000'),
    row('FAIRLEAD_SIM_SPEED', '', '1 is about as fast as a model, 2 twice that, 0 without any delay'),
    row('FAIRLEAD_SIM_USE_API', '', '1: ask the Messages API at ANTHROPIC_BASE_URL for each reply'),
    '',
    'Faults (a list with commas): NAME, NAME=VALUE, NAME@POINT or NAME@POINT:COUNT',
    ...Object.entries(FAULT_NAMES).map(([name, what]) => row(name, '', what)),
    `Points: ${POINTS.join(', ')}. Example: exit@approval,stderr-flood`,
    '',
  ].join('\n')
}

function row(name: string, value: string, help: string): string {
  return `  ${`${name} ${value}`.padEnd(WIDTH)}${help}`
}
