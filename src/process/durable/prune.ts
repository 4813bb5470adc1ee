import { rmdir } from 'node:fs/promises'
import { isRunning } from '../descendants.ts'
import { lookAt } from './exit-outcome.ts'
import { durableFiles, generationsIn, readRecord } from './files.ts'
import { removeGeneration } from './start.ts'

/**
 * Removes the files of all processes but the newest so many, and the folder if nothing stays in it. The files of a
 * process that runs always stay. Answers the generations that were removed.
 */
export async function pruneDurable(folder: string, keepGenerations: number): Promise<number[]> {
  const generations = generationsIn(folder)
  const old = generations.slice(0, Math.max(0, generations.length - keepGenerations))
  const removed = old.filter((generation) => hasEnded(folder, generation))
  for (const generation of removed) await removeGeneration(folder, generation)
  if (removed.length === generations.length) await rmdir(folder).catch(() => undefined)
  return removed
}

function hasEnded(folder: string, generation: number): boolean {
  try {
    const files = durableFiles(folder, generation)
    return lookAt(files, readRecord(files), isRunning).state === 'ended'
  } catch {
    // It cannot be found out: then it stays.
    return false
  }
}
