import type { UsageRow } from '../../api/resources.ts'
import type { Bucket } from './range.ts'

export type Split = 'model' | 'cwd' | 'session'
export type Measure = 'cost' | 'tokens'
const FIGURES = ['costUsd', 'input', 'output', 'cacheRead', 'cacheCreation', 'turns'] as const
export type Figures = Pick<UsageRow, (typeof FIGURES)[number]>

export function sumOf(rows: readonly UsageRow[]): Figures {
  const sum = { costUsd: 0, input: 0, output: 0, cacheRead: 0, cacheCreation: 0, turns: 0 }
  for (const row of rows) for (const key of FIGURES) sum[key] += row[key]
  return sum
}

export const tokensOf = ({ input, output, cacheRead, cacheCreation }: Figures): number =>
  input + output + cacheRead + cacheCreation

const measured = (figures: Figures, measure: Measure): number =>
  measure === 'cost' ? figures.costUsd : tokensOf(figures)

export interface Part {
  readonly key: string
  readonly figures: Figures
}

/** Largest first. */
export function partsOf(rows: readonly UsageRow[], split: Split, measure: Measure): Part[] {
  const groups = new Map<string, UsageRow[]>()
  for (const row of rows) {
    const members = groups.get(row[split])
    if (members) members.push(row)
    else groups.set(row[split], [row])
  }
  return [...groups]
    .map(([key, members]) => ({ key, figures: sumOf(members) }))
    .sort((a, b) => measured(b.figures, measure) - measured(a.figures, measure))
}

export interface Series {
  /** Undefined for the rest. */
  readonly key: string | undefined
}
export interface Stack {
  readonly bucket: Bucket
  readonly total: number
  readonly parts: readonly number[]
}
const MAX_SERIES = 5

/** Everything that is not among the largest forms the last series. */
export function stacksOf(
  rows: readonly UsageRow[],
  buckets: readonly Bucket[],
  split: Split,
  measure: Measure,
): { series: Series[]; stacks: Stack[] } {
  const parts = partsOf(rows, split, measure)
  const named = parts.slice(0, parts.length > MAX_SERIES + 1 ? MAX_SERIES : parts.length)
  const series: Series[] = named.map(({ key }) => ({ key }))
  if (named.length < parts.length) series.push({ key: undefined })
  const place = new Map(named.map(({ key }, index) => [key, index]))
  const stacks = buckets.map((bucket) => {
    const sums = series.map(() => 0)
    for (const row of rows) {
      if (row.day < bucket.from || row.day > bucket.to) continue
      const index = place.get(row[split]) ?? series.length - 1
      sums[index] = (sums[index] ?? 0) + measured(row, measure)
    }
    return { bucket, parts: sums, total: sums.reduce((sum, it) => sum + it, 0) }
  })
  return { series, stacks }
}

export function roundUp(largest: number): number {
  if (largest <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(largest))
  const step = [1, 2, 3, 4, 5, 6, 8, 10].find((it) => it * power >= largest * 0.999) ?? 10
  return step * power
}
