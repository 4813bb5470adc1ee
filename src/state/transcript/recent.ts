/**
 * The uuids of the last few hundred messages: one of these that is delivered again changes nothing. A set of two halves;
 * when the young one is full it becomes the old one, and the old one is forgotten. It is asked and changed at every
 * part of a text, so a half is no more than texts in buckets.
 */
import { appended } from '../arrays.ts'
import { hashOf } from '../hash.ts'

const BUCKETS = 32
const MAX_IN_HALF = 256

type Half = readonly (readonly string[])[]
export interface Recent {
  /** How many are in the young half. */
  readonly count: number
  readonly young: Half
  readonly old: Half
}

const EMPTY_HALF: Half = []
export function isRecent({ young, old }: Recent, uuid: string): boolean {
  const bucket = hashOf(uuid) % BUCKETS
  return isAmong(young[bucket], uuid) || isAmong(old[bucket], uuid)
}

function isAmong(uuids: readonly string[] | undefined, uuid: string): boolean {
  if (uuids === undefined) return false
  for (let i = 0; i < uuids.length; i++) if (uuids[i] === uuid) return true
  return false
}

export function withRecent(recent: Recent, uuid: string): Recent {
  if (recent.count >= MAX_IN_HALF) return withRecent({ count: 0, young: EMPTY_HALF, old: recent.young }, uuid)
  const young =
    recent.young.length === 0 ? new Array<readonly string[]>(BUCKETS).fill([]) : recent.young.slice()
  const bucket = hashOf(uuid) % BUCKETS
  young[bucket] = appended(young[bucket] ?? [], uuid)
  return { count: recent.count + 1, young, old: recent.old }
}

/** The same uuid may come once more. */
export function withoutRecent(recent: Recent, uuid: string): Recent {
  if (!isRecent(recent, uuid)) return recent
  const clear = (half: Half): Half => half.map((bucket) => bucket.filter((it) => it !== uuid))
  return { ...recent, young: clear(recent.young), old: clear(recent.old) }
}
