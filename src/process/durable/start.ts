/**
 * Durable processes outlive the host that started them. `startDurable` starts one under a holder; `adoptDurable` takes
 * over one that another host has started, whether it still runs or not. `close` of the transport ends it, `detach` or
 * the host's death do not. Where the system has no FIFOs, `durableSupported` says so: then there are only pipes.
 */
import { closeSync, constants } from 'node:fs'
import { access, chmod, mkdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { WorkingDirectoryError } from '../errors.ts'
import { untilInside } from '../isolation/inner-process.ts'
import { type Isolation, isolatedCommand } from '../isolation/isolation.ts'
import { secretsIn } from '../redact.ts'
import { DurableError, makeFifo } from './fifo.ts'
import { createForAppending, durableFiles, exists, mark, namesOf, readRecord } from './files.ts'
import { spawnHolder } from './holder.ts'
import { stderrText } from './stderr.ts'
import { DurableProcess, type DurableTransport, type DurableTransportOptions } from './transport.ts'
import { type LateWaits, untilRecorded } from './unrecorded.ts'

export interface DurableOptions extends Omit<DurableTransportOptions, 'offset' | 'stderrOffset'> {
  /** The session's own, for the files of all its processes; made if it is not there. */
  readonly folder: string
  /** The number of this run of the CLI. Each is used once. */
  readonly generation: number
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  /** Names that a shell does not accept (such as `a-b`) may not reach the CLI: some shells drop them. */
  readonly env: NodeJS.ProcessEnv
  /** What it shall not see. */
  readonly isolation?: Isolation | undefined
}

/** Starts it, and resolves when it runs. What cannot be started leaves no files. */
export async function startDurable(options: DurableOptions, spawn = spawnHolder): Promise<DurableTransport> {
  const { folder, generation, command, args, cwd, env, isolation, ...more } = options
  const files = durableFiles(folder, generation)
  const secrets = [...secretsIn(env), ...(more.secrets ?? [])]
  await checkCommand(command, cwd)
  const launched = isolation ? isolatedCommand({ command, args, cwd }, isolation) : { command, args, cwd }
  await mkdir(files.folder, { recursive: true, mode: 0o700 })
  await chmod(files.folder, 0o700)
  const stdout = createOnce(files.stdout, generation)
  let stderr: number | undefined
  let group: number | undefined
  try {
    stderr = createForAppending(files.stderr)
    await makeFifo(files.stdin)
    if (isolation) mark(files.isolated)
    const isIsolated = isolation !== undefined
    const holder = await spawn({ base: files.base, ...launched, env, stdout, stderr, isIsolated })
    group = holder.pid
    const record = readRecord(files)
    if (!record) {
      const why = stderrText(files.stderr, secrets).trim() || (await holder.whyNoRecord())
      throw new DurableError(`It could not be started: ${why}`)
    }
    if (isolation) await untilInside(record.cli)
    return new DurableProcess(files, generation, record, { stderrOffset: 0, ...more, secrets })
  } catch (error) {
    if (group !== undefined) killGroup(group)
    await removeGeneration(files.folder, generation)
    throw error
  } finally {
    closeSync(stdout)
    if (stderr !== undefined) closeSync(stderr)
  }
}

/** Of one that was only just started. */
function killGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL')
  } catch {
    // Nothing of it runs.
  }
}

export interface AdoptOptions extends DurableTransportOptions {
  readonly lateWaits?: LateWaits
}

/**
 * Takes over a process that another host has started. Reading goes on at `offset`. If it has ended, its last lines and
 * its ending are still delivered. One host at a time: two would mix their lines.
 */
export async function adoptDurable(
  folder: string,
  generation: number,
  { lateWaits, ...options }: AdoptOptions = {},
): Promise<DurableTransport> {
  const files = durableFiles(folder, generation)
  // One whose output was removed is ended by the transport, if it still runs.
  if (!exists(files.stdout) && !readRecord(files)) {
    throw new DurableError(`There is no process ${generation} in ${files.folder}.`)
  }
  const record = await untilRecorded(files, lateWaits)
  return new DurableProcess(files, generation, record, options)
}

/** Removes the files of one that does not run. */
export async function removeGeneration(folder: string, generation: number): Promise<void> {
  for (const name of namesOf(folder, generation))
    await rm(join(folder, name), { recursive: true, force: true })
}

async function checkCommand(command: string, cwd: string): Promise<void> {
  const found = await stat(cwd).catch(() => undefined)
  if (!found) throw new WorkingDirectoryError(cwd, 'does not exist')
  if (!found.isDirectory()) throw new WorkingDirectoryError(cwd, 'is not a directory')
  // A name without a slash is looked up in PATH by the shell.
  if (command.includes('/')) await access(resolve(cwd, command), constants.X_OK)
}

function createOnce(path: string, generation: number): number {
  try {
    return createForAppending(path)
  } catch (error) {
    throw new DurableError(`The files of process ${generation} cannot be made.`, { cause: error })
  }
}
