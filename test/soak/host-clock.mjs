// @ts-check
// Loaded before the host of a soak (`node --import`): the clock of that process is off by as many milliseconds as the file
// FAIRLEAD_SOAK_CLOCK says, and is set anew on SIGUSR2. Timers go on as they do when NTP sets a clock. Nothing that the host
// starts inherits this.

import { readFileSync } from 'node:fs'

const file = process.env.FAIRLEAD_SOAK_CLOCK ?? ''
const RealDate = Date
let offset = read()

function read() {
  try {
    return Number(readFileSync(file, 'utf8')) || 0
  } catch {
    return 0
  }
}

process.on('SIGUSR2', () => {
  offset = read()
})

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [RealDate.now() + offset] : args, newTarget),
  apply: () => new RealDate(RealDate.now() + offset).toString(),
  get: (target, name, receiver) =>
    name === 'now' ? () => RealDate.now() + offset : Reflect.get(target, name, receiver),
})
