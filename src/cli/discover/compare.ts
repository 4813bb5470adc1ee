import { FIXED_FLAGS, FLAGS } from '../../process/options/flag-table.ts'
import { HOST_REQUEST_SUBTYPES } from '../../protocol/control/to-cli.ts'
import { CLI_REQUEST_SUBTYPES } from '../../protocol/control/to-host.ts'
import { RESULT_SUBTYPES } from '../../protocol/messages/result.ts'
import { systemCheck } from '../../protocol/messages/system.ts'
import { PERMISSION_MODES } from '../../protocol/permissions.ts'
import { stdinShapes } from '../../protocol/stdin.ts'
import { stdoutShapes } from '../../protocol/stdout.ts'
import { type Baseline, NO_BASELINE, readBaseline } from './baseline.ts'
import type { Findings } from './findings.ts'

export interface Comparison {
  readonly area: string
  /** Whether it is part of the messages between the CLI and its host. */
  readonly isSpoken: boolean
  /** Listed by Fairlead and mentioned in the source. */
  readonly known: readonly string[]
  /** Found in the source, not listed, and not in the baseline. */
  readonly new: readonly string[]
  /** Found in the source and the baseline, but not listed: most are for other products or useless to a host. */
  readonly unlisted: readonly string[]
  /** Listed, but not mentioned in the source. */
  readonly gone: readonly string[]
}

/** Flags without an option: useless to a host, or set by the host itself. */
const OTHER_FLAGS: readonly string[] = [
  '--print',
  '--help',
  '--version',
  ...FIXED_FLAGS.filter((flag) => flag.startsWith('--')),
]

/** Messages come first: a new message needs support sooner than a new flag. */
export function compareAll(findings: Findings, baseline: Baseline = readBaseline()): Comparison[] {
  const flags = Object.values(FLAGS).map(({ flag }) => spelling(flag))
  const subtypes = new Set([...findings.anySubtype, ...findings.compared])
  const spelled = (set: ReadonlySet<string>) =>
    new Set([...set].map(spelling).filter((it) => !OTHER_FLAGS.includes(it)))
  const types = [...Object.keys(stdoutShapes), ...Object.keys(stdinShapes)]
  const requests = [...HOST_REQUEST_SUBTYPES, ...CLI_REQUEST_SUBTYPES]
  const area = (name: string, listed: readonly string[], found: ReadonlySet<string>, mentioned = found) =>
    compare(name, listed, found, mentioned, baseline.names[name])
  const spoken = [
    area('message types', types, findings.types, findings.anyType),
    area('system subtypes', Object.keys(systemCheck.shapes), findings.systemSubtypes, subtypes),
    area('result subtypes', RESULT_SUBTYPES, findings.resultSubtypes, subtypes),
    area('control request subtypes', requests, findings.controlSubtypes, subtypes),
    area('permission modes', PERMISSION_MODES, findings.permissionModes),
  ]
  // The fields of a new message are not listed separately, unless there is no baseline.
  const added = new Set(baseline === NO_BASELINE ? [] : spoken.flatMap((it) => it.new))
  const fields = [...findings.fields].filter((it) => !ownersOf(it).some((owner) => added.has(owner)))
  return [
    ...spoken.map((it) => ({ ...it, isSpoken: true })),
    { ...area('fields', [], new Set(fields)), isSpoken: true },
    {
      ...area(
        'flags',
        flags,
        spelled(findings.flags),
        spelled(new Set([...findings.anyFlag, ...findings.ownFlags])),
      ),
      isSpoken: false,
    },
    { ...area('variables', [], findings.variables), isSpoken: false },
  ]
}

/** The type and the subtype of a field such as `system/init.model`. */
function ownersOf(field: string): string[] {
  return field.slice(0, field.indexOf('.')).split('/')
}

/** The CLI accepts both `--allowed-tools` and `--allowedTools`. */
function spelling(flag: string): string {
  return flag === '--allowedTools' || flag === '--disallowedTools' ? flag.replace('Tools', '-tools') : flag
}

function compare(
  area: string,
  listed: readonly string[],
  found: ReadonlySet<string>,
  mentioned: ReadonlySet<string>,
  before: readonly string[] = [],
): Omit<Comparison, 'isSpoken'> {
  const names = [...new Set(listed)].sort()
  const unlisted = [...found].filter((name) => !names.includes(name)).sort()
  const isThere = (name: string) => found.has(name) || mentioned.has(name)
  return {
    area,
    known: names.filter(isThere),
    new: unlisted.filter((name) => !before.includes(name)),
    unlisted: unlisted.filter((name) => before.includes(name)),
    // A source that mentions none of them says nothing about them: declarations have no flags.
    gone: names.some(isThere) ? names.filter((name) => !isThere(name)) : [],
  }
}
