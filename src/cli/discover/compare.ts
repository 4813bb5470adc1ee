/** What was found beside what Fairlead's protocol layer lists. */
import { FIXED_FLAGS, FLAGS } from '../../process/flag-table.ts'
import { HOST_REQUEST_SUBTYPES } from '../../protocol/control/to-cli.ts'
import { CLI_REQUEST_SUBTYPES } from '../../protocol/control/to-host.ts'
import { RESULT_SUBTYPES } from '../../protocol/messages/result.ts'
import { systemCheck } from '../../protocol/messages/system.ts'
import { PERMISSION_MODES } from '../../protocol/permissions.ts'
import { stdinShapes } from '../../protocol/stdin.ts'
import { stdoutShapes } from '../../protocol/stdout.ts'
import type { Findings } from './findings.ts'

export interface Comparison {
  readonly area: string
  /** Listed, and mentioned there. */
  readonly known: readonly string[]
  /** Found there, and not listed. */
  readonly new: readonly string[]
  /** Listed, and not even mentioned there, where others are. */
  readonly gone: readonly string[]
}

/** Flags that have no option, since they are of no use to a host or the host sets them itself. */
const OTHER_FLAGS: readonly string[] = [
  '--print',
  '--help',
  '--version',
  ...FIXED_FLAGS.filter((flag) => flag.startsWith('--')),
]

export function compareAll(findings: Findings): Comparison[] {
  const flags = Object.values(FLAGS).map(({ flag }) => spelling(flag))
  const subtypes = new Set([...findings.anySubtype, ...findings.compared])
  const spelled = (set: ReadonlySet<string>) =>
    new Set([...set].map(spelling).filter((it) => !OTHER_FLAGS.includes(it)))
  return [
    compare(
      'message types',
      [...Object.keys(stdoutShapes), ...Object.keys(stdinShapes)],
      findings.types,
      findings.anyType,
    ),
    compare('system subtypes', Object.keys(systemCheck.shapes), findings.systemSubtypes, subtypes),
    compare('result subtypes', RESULT_SUBTYPES, findings.resultSubtypes, subtypes),
    compare(
      'control request subtypes',
      [...HOST_REQUEST_SUBTYPES, ...CLI_REQUEST_SUBTYPES],
      findings.controlSubtypes,
      subtypes,
    ),
    compare('permission modes', PERMISSION_MODES, findings.permissionModes, findings.permissionModes),
    compare(
      'flags',
      flags,
      spelled(findings.flags),
      spelled(new Set([...findings.anyFlag, ...findings.ownFlags])),
    ),
  ]
}

/** The CLI takes `--allowed-tools` for `--allowedTools`. */
function spelling(flag: string): string {
  return flag === '--allowedTools' || flag === '--disallowedTools' ? flag.replace('Tools', '-tools') : flag
}

export function compare(
  area: string,
  listed: readonly string[],
  found: ReadonlySet<string>,
  mentioned: ReadonlySet<string>,
): Comparison {
  const names = [...new Set(listed)].sort()
  const isThere = (name: string) => found.has(name) || mentioned.has(name)
  return {
    area,
    known: names.filter(isThere),
    new: [...found].filter((name) => !names.includes(name)).sort(),
    // A source that has none of them says nothing about them: declarations have no flags.
    gone: names.some(isThere) ? names.filter((name) => !isThere(name)) : [],
  }
}
