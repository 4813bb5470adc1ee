/** Each process of a start, and each few of them, is killed at every line of the holder's script, with its host and without. */
import { test } from 'vitest'
import { isThere, killedStart, killedWithHost, lateStart, PLACES, VICTIMS } from './killed-starts.ts'

const onLinux = test.runIf(process.platform === 'linux')

onLinux.each(Object.keys(VICTIMS))('%s', async (victim) => {
  for (const place of PLACES.filter((it) => isThere(victim, it))) {
    await killedStart(victim, place)
    await killedWithHost(victim, place)
  }
})

onLinux('a holder that comes late', async () => {
  for (const place of PLACES) await lateStart(place)
})
