/**
 * Starts of a durable process that are killed at a line of the holder's script: a line more, put before that one, kills
 * whoever is meant with SIGKILL. Another such line lets the holder wait there, as on a system that runs it late.
 */
import { closeSync, constants, existsSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { expect } from 'vitest'
import { makeFifo } from '../../src/process/durable/fifo.ts'
import {
  createForAppending,
  type DurableFiles,
  durableFiles,
  readRecord,
} from '../../src/process/durable/files.ts'
import { HOLDER_SCRIPT, type HolderOptions, spawnHolder } from '../../src/process/durable/holder.ts'
import { adoptDurable, type DurableOptions, startDurable } from '../../src/process/durable/start.ts'
import type { DurableTransport } from '../../src/process/durable/transport.ts'
import { collectDurable, sessionFolder } from './durable-children.ts'
import { runningIn } from './leftovers.ts'

const LINES = HOLDER_SCRIPT.trim().split('\n')
/** In the middle of a command there is no place for another. */
export const PLACES = LINES.flatMap((_, i) => (LINES[i - 1]?.endsWith('\\') ? [] : [i]))
/** Where it says so, the first time. */
export function placeOf(text: string): number {
  const place = LINES.findIndex((line) => line.includes(text))
  if (place < 0) throw new Error(`the script has no line with ${text}`)
  return place
}
/** From here on until the last two lines the one who waits is at work; then the holder is. */
const WAITS = placeOf('"$@"')

const SELF = 'read -r self rest </proc/self/stat'
/** Those who are there. The waiter is whoever is at this line; the CLI has a pid once the script knows it. */
export const VICTIMS: Record<string, string> = {
  holder: 'kill -KILL $$',
  waiter: `${SELF}; kill -KILL $self`,
  'holder and waiter': `${SELF}; kill -KILL $$ $self`,
  CLI: 'kill -KILL $child',
  'CLI and waiter': `${SELF}; kill -KILL $child $self`,
  all: `${SELF}; kill -KILL $child $$ $self`,
}
const needsCli = (victim: string) => VICTIMS[victim]?.includes('$child') ?? false
/** Whether there is such a victim at this line. */
export function isThere(victim: string, place: number): boolean {
  return !needsCli(victim) || (place > placeOf('child=') && place < LINES.length - 2)
}

/** The line before may have left a status to the line after. */
const scriptWith = (place: number, line: string) =>
  LINES.toSpliced(place, 0, `was=$?; ${line}; (exit $was)`).join('\n')

const ECHO = 'while read -r line; do echo "$line"; done'
/** Does not end with its input. */
export const STAYS = 'sleep 600; :'

/** Its command line has the folder, so that it is found. */
const cli = (folder: string, code: string) => ({
  command: '/bin/sh',
  args: ['-c', code, folder],
  cwd: process.cwd(),
  env: process.env,
})

const SIGKILLED = { exitCode: null, signal: 'SIGKILL' }
/** By the end of its input: it was closed, or no longer held. */
const IN_ORDER = { exitCode: 0, signal: null }
const UNSEEN = {
  unseen: true,
  error: new Error('the process that waits for it was killed too, before it could write the exit status'),
}
const NEVER_RAN = { cause: 'spawn', error: new Error('the host was killed while it started the process') }

/** Of a start under a host that goes on. */
export async function killedStart(victim: string, place: number): Promise<void> {
  const folder = sessionFolder()
  const script = scriptWith(place, VICTIMS[victim] ?? '')
  const options: DurableOptions = { folder, generation: 1, ...cli(folder, ECHO) }
  const started = await startDurable(options, (it) => spawnHolder(it, script)).catch((error: Error) => error)
  if (started instanceof Error)
    expect(started.message).toMatch(/^It could not be started: its holder was killed/)
  else expect(await endingOf(started)).toBeOneOf([SIGKILLED, IN_ORDER, UNSEEN].map(matching))
  await expect.poll(() => runningIn(folder)).toEqual([])
}

/** The host is killed too. */
export async function killedWithHost(victim: string, place: number, code = ECHO): Promise<void> {
  const folder = sessionFolder()
  await abandonedStart(folder, scriptWith(place, VICTIMS[victim] ?? ''), code)
  const next = await adoptDurable(folder, 1, { lateWaits: { untilSealed: 100 } })
  const ending = await endingOf(next)
  expect(ending).toBeOneOf([SIGKILLED, IN_ORDER, UNSEEN, NEVER_RAN].map(matching))
  await expect.poll(() => runningIn(folder)).toEqual([])
}

/** The host is killed, and the holder comes to this line only when the next host has waited for it in vain. */
export async function lateStart(place: number): Promise<void> {
  const folder = sessionFolder()
  mkdirSync(folder)
  const gate = `${durableFiles(folder, 1).base}.gate`
  await makeFifo(gate)
  // Open for both, so that neither waits for the other.
  const fd = openSync(gate, constants.O_RDWR)
  const files = await abandonedStart(folder, scriptWith(place, ': >"$0.waits"; read -r go <"$0.gate"'))
  const hasOpened = place > placeOf('exec 8<>')
  // On a busy system it comes to the FIFO only after the next host has taken that away. Some lines are for other systems.
  const isAtGate = () => existsSync(`${files.base}.waits`) || readRecord(files) !== undefined
  if (hasOpened) await expect.poll(isAtGate).toBe(true)
  const adopted = adoptDurable(folder, 1, { lateWaits: { untilSealed: 1 } })
  const isSealed = () => existsSync(files.sealed)
  if (hasOpened) await Promise.race([expect.poll(isSealed).toBe(true), adopted])
  else expect(await endingOf(await adopted)).toMatchObject(NEVER_RAN)
  writeSync(fd, '\n\n\n\n\n\n')
  const transport = await adopted
  if (transport.isAlive) {
    const { has, lines } = collectDurable(transport)
    await transport.send('{}\n')
    await has(1)
    expect(lines).toEqual(['{}'])
    expect(await transport.close()).toMatchObject(IN_ORDER)
  } else expect(place).toBeLessThanOrEqual(WAITS)
  await expect.poll(() => runningIn(folder)).toEqual([])
  closeSync(fd)
}

const matching = (ending: object) => expect.objectContaining(ending)

/** As a host leaves it that is killed while it starts a process. */
async function abandonedStart(folder: string, script: string, code = ECHO): Promise<DurableFiles> {
  const files = durableFiles(folder, 1)
  mkdirSync(folder, { recursive: true })
  const [stdout, stderr] = [createForAppending(files.stdout), createForAppending(files.stderr)]
  await makeFifo(files.stdin)
  const options: HolderOptions = { base: files.base, ...cli(folder, code), stdout, stderr }
  void spawnHolder(options, script)
  for (const fd of [stdout, stderr]) closeSync(fd)
  return files
}

/** One that still runs is closed. */
async function endingOf(transport: DurableTransport) {
  const { ended } = collectDurable(transport)
  await transport.close()
  return ended
}
