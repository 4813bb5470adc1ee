/**
 * Names the parts of a shell line that can do harm. A guard rail, not a wall: a program can have any name, so a line without a
 * named risk may still do anything.
 */
import { hidden } from '../words.ts'
import type { Call } from './call.ts'
import { readCalls } from './read-calls.ts'
import { type Finding, type Risk, say } from './risk.ts'
import { FILE_RULES } from './rules/files.ts'
import { GIT_RULES } from './rules/git.ts'
import { MACHINE_RULES } from './rules/machine.ts'
import { OTHERS_RULES } from './rules/others.ts'
import { INSTALL_RULES, writesOutside } from './rules/outside.ts'
import type { RiskRule } from './rules/rule.ts'
import { RUN_RULES, runsSaved, savedBy } from './rules/run.ts'
import { SECRET_RULES } from './rules/secrets.ts'

const RULES: readonly RiskRule[] = [
  ...RUN_RULES,
  ...FILE_RULES,
  ...GIT_RULES,
  ...MACHINE_RULES,
  ...INSTALL_RULES,
  ...OTHERS_RULES,
  ...SECRET_RULES,
]

/** More than a person reads; the last one says that there are more. */
const MAX_RISKS = 30

export interface RiskOptions {
  /** The folder that the line runs in. Without one, no path counts as outside. */
  readonly project?: string | undefined
}

/** In the order of the line. Never throws. */
export function risksOf(line: string, { project }: RiskOptions = {}): readonly Risk[] {
  const { calls, problem } = readCalls(line, project)
  const found = new RiskList(line)
  const saved = new Set<string>()
  for (const call of calls) {
    for (const { kind, title, find } of RULES) found.add(kind, title, find(call), call)
    if (project !== undefined)
      found.add('writes-outside', 'Writes outside the project', writesOutside(call, project), call)
    if (saved.size > 0) found.add('runs-download', 'Runs a download', runsSaved(call, saved), call)
    for (const file of savedBy(call)) saved.add(file)
  }
  const whole = { start: 0, end: line.length }
  const unseen = hidden(line)
  if (unseen !== undefined) {
    const detail = say`The line has a character that no screen shows: ${{ code: unseen }}.`
    found.add('hidden-characters', 'Hidden characters', { detail }, whole)
  }
  if (problem !== undefined) {
    const detail = say`The shell grammar cannot read all of it (${problem}): it may do more than is named here.`
    found.add('unreadable', 'Not fully readable', { detail }, whole)
  }
  return found.sorted()
}

class RiskList {
  readonly #risks: Risk[] = []
  readonly #keys = new Set<string>()
  readonly #length: number

  constructor(line: string) {
    this.#length = line.length
  }

  add(
    kind: Risk['kind'],
    title: string,
    found: Finding | undefined,
    call: Pick<Call, 'start' | 'end'>,
  ): void {
    if (!found) return
    const start = Math.max(0, Math.min(found.start ?? call.start, this.#length))
    const end = Math.max(start, Math.min(found.end ?? call.end, this.#length))
    const key = `${kind} ${start} ${end}`
    const isFull = this.#risks.length >= MAX_RISKS && kind !== 'unreadable' && kind !== 'hidden-characters'
    if (isFull || this.#keys.has(key)) return
    this.#keys.add(key)
    this.#risks.push({ kind, title, detail: found.detail, start, end })
  }

  sorted(): readonly Risk[] {
    return this.#risks.sort((a, b) => a.start - b.start || a.end - b.end)
  }
}
