import type { Style } from '../terminal/style.ts'
import type { Comparison } from './compare.ts'
import type { Findings } from './findings.ts'
import type { Source } from './read-source.ts'

export interface Discovery {
  readonly source: Source
  readonly findings: Findings
  readonly areas: readonly Comparison[]
  /** The version of the baseline. */
  readonly since: string
}

/** How many names of an area are listed; the others are counted. */
const MAX_NAMES = 12
const WIDTH = 'control request subtypes'.length

export function asText({ source, findings, areas, since }: Discovery, style: Style, all: boolean): string {
  const most = all ? Number.POSITIVE_INFINITY : MAX_NAMES
  const row = (area: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`  ${area.padEnd(WIDTH)}  ${listed(names, most)}`]
  const rows = (kind: 'new' | 'gone' | 'unlisted' | 'known', isSpoken?: boolean) =>
    areas
      .filter((area) => isSpoken === undefined || area.isSpoken === isSpoken)
      .flatMap((area) => row(area.area, area[kind]))
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [style.bold(title), ...lines]
  const spoken = rows('new', true)
  const lines = [
    ...heading(source, findings, all),
    ...(spoken.length > 0 ? [] : [`Nothing that is spoken to hosts is new${after(since)}.`]),
    ...section(style.green(`New, spoken to hosts${after(since)}`), spoken),
    ...section(style.green(`New, for whoever starts it${after(since)}`), rows('new', false)),
    ...section(style.yellow('Gone'), rows('gone')),
    ...(all ? section('Unlisted', rows('unlisted')) : []),
    ...(all ? section('Known', rows('known')) : [`Known: ${counted(areas)}. --all lists them.`]),
  ]
  return `${lines.join('\n')}\n`
}

function after(version: string): string {
  return version === '' ? '' : ` since ${version}`
}

function heading({ kind, path, version, files }: Source, findings: Findings, all: boolean): string[] {
  const what = kind === 'program' ? path : `${path}, ${files.length} file(s)`
  const { anyType, anySubtype } = findings
  const texts = `${anyType.size} values of type and ${anySubtype.size} of subtype stand there, most of them internal.`
  return [...(version === undefined ? [] : [version]), what, ...(all ? [texts] : [])]
}

function listed(names: readonly string[], most: number): string {
  const shown = names.slice(0, most).join(', ')
  return names.length > most ? `${shown} and ${names.length - most} more` : shown
}

function counted(areas: readonly Comparison[]): string {
  const told = areas
    .filter(({ known }) => known.length > 0)
    .map(({ area, known }) => `${known.length} ${area}`)
  return told.length === 0 ? 'nothing' : told.join(', ')
}
