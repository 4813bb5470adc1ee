import type { Icon } from '../ui/icons.ts'
import type { Tone } from '../ui/tone.ts'

/** One line of the palette. */
export interface Item {
  /** Unique, and the same the next time: recent ones are remembered by it. */
  readonly id: string
  readonly title: string
  readonly icon: Icon
  readonly tone?: Tone
  /** At the end of the line. */
  readonly hint?: string
  readonly shortcut?: string
  readonly isCode?: boolean
  /** Other words by which it is found. */
  readonly words?: string
  /** The places of the title's letters to mark, where the host has found it. */
  readonly places?: readonly number[]
  /** The session that it can open beside the current one. */
  readonly session?: string
  /** The palette stays open, and asks for a text that `run` is given. */
  readonly asks?: string
  readonly run: (text: string) => unknown
}

export interface ItemGroup {
  readonly name: string
  readonly items: readonly Item[]
}
