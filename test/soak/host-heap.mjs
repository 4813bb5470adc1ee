// @ts-check
// Loaded into the host of a soak with `--heap` (`node --expose-gc --import`): once a minute it collects all garbage, and
// writes how many bytes of heap are left to the file FAIRLEAD_SOAK_HEAP.

import { writeFileSync } from 'node:fs'

const EVERY_MS = 60_000
const file = process.env.FAIRLEAD_SOAK_HEAP ?? ''

setInterval(() => {
  globalThis.gc?.()
  writeFileSync(file, String(process.memoryUsage().heapUsed))
}, EVERY_MS).unref()
