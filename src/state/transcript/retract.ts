/** Messages that the CLI took back. Their items give way to tombstones, so that nothing else moves. */
import { lookUp } from '../lookup.ts'
import { itemAt, removeItem, type Transcript } from './transcript.ts'

/** Taking back again, or what was never there, changes nothing. */
export function retract(transcript: Transcript, uuids: readonly string[]): Transcript {
  return uuids.reduce(retractOne, transcript)
}

function retractOne(transcript: Transcript, uuid: string): Transcript {
  const first = lookUp(transcript.uuids, uuid)
  if (!first) return transcript
  let after = transcript
  for (let place = first; itemAt(after, place)?.uuid === uuid; place = { ...place, index: place.index + 1 }) {
    after = removeItem(after, place)
  }
  return after
}
