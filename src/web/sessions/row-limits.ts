/** How many sessions of each section the list shows: a fleet may have thousands, and a person reads the first ones. */
import { useState } from 'react'

const FIRST = 100
const MORE = 200

export function useRowLimits() {
  const [limits, setLimits] = useState<ReadonlyMap<string, number>>(new Map())
  const of = (section: string) => limits.get(section) ?? FIRST
  return {
    /** Those that are shown. */
    first: <T>(section: string, all: readonly T[]): readonly T[] => all.slice(0, of(section)),
    /** How many the next click brings. */
    next: (section: string, all: readonly unknown[]) => Math.min(MORE, all.length - of(section)),
    more: (section: string) => setLimits(new Map([...limits, [section, of(section) + MORE]])),
  }
}
