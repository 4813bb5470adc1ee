// @ts-check

import { readFileSync } from 'node:fs'

/**
 * Processor time of all threads of a program so far, in ms; undefined where the system does not tell it so.
 * @param {number} pid
 */
export function processorTime(pid) {
  let text = ''
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
  const fields = text.split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}
