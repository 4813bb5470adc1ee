/** Many questions, a few at a time. Each has a session of its own, so that one that fails costs no other. */

import { createHash } from 'node:crypto'
import { appendFile, readFile } from 'node:fs/promises'
import type { Prompt } from '../../driver/prompt.ts'
import { OptionsError } from '../../process/errors.ts'
import { isObject } from '../../protocol/json.ts'
import type { Schema } from '../schema.ts'
import { type AnswerTo, type AskAnswer, AskError, type AskOptions, ask } from './ask.ts'

export interface AskAllOptions<S extends Schema | undefined = undefined> extends AskOptions<S> {
  /** How many questions are asked at the same time. Default 2: each is a process of 200 MB. */
  readonly concurrency?: number
  /** No question is begun once all answers together have cost this much. */
  readonly budgetUsd?: number
  /** Called after each question. */
  readonly onProgress?: (progress: AskAllProgress) => void
  /** Keeps finished answers in this file, a line each. Called again with the same file, only what is missing is asked. */
  readonly file?: string
}

export interface AskAllProgress {
  readonly done: number
  readonly failed: number
  readonly total: number
  /** Of this run; answers that the file had already cost nothing. */
  readonly costUsd: number
}

export type AskOutcome<Value> =
  | (AskAnswer<Value> & { readonly status: 'done'; readonly index: number })
  | { readonly status: 'failed'; readonly index: number; readonly error: Error }
  /** Not asked: the budget was spent, or the signal was aborted. */
  | { readonly status: 'skipped'; readonly index: number; readonly reason: 'budget' | 'aborted' }

/**
 * Asks every question and returns what became of each, in their order. Rejects only where nothing can be asked at all.
 *
 * @example
 * const outcomes = await askAll(files.map((file) => `Summarise ${file}`), { concurrency: 4, budgetUsd: 5, file: 'summaries.jsonl' })
 */
export async function askAll<const S extends Schema | undefined = undefined>(
  prompts: readonly Prompt[],
  {
    concurrency = 2,
    budgetUsd = Number.POSITIVE_INFINITY,
    onProgress,
    file,
    ...options
  }: AskAllOptions<S> = {},
): Promise<AskOutcome<AnswerTo<S>>[]> {
  if (!Number.isInteger(concurrency) || concurrency < 1) {
    throw new OptionsError(`\`concurrency\` must be a whole number from 1 on, not ${concurrency}.`)
  }
  type Outcome = AskOutcome<AnswerTo<S>>
  const kept = file === undefined ? new Map<string, unknown>() : await readAnswers(file)
  const outcomes: Outcome[] = []
  let costUsd = 0
  let next = 0

  const outcomeOf = async (prompt: Prompt, index: number): Promise<Outcome> => {
    const key = keyOf(prompt)
    const known = kept.get(key)
    if (known) return { ...(known as AskAnswer<AnswerTo<S>>), status: 'done', index }
    if (options.signal?.aborted) return { status: 'skipped', index, reason: 'aborted' }
    if (costUsd >= budgetUsd) return { status: 'skipped', index, reason: 'budget' }
    try {
      const answer = await ask<S>(prompt, options as AskOptions<S>)
      costUsd += answer.costUsd
      if (file !== undefined) await appendFile(file, `${JSON.stringify({ key, answer })}\n`)
      return { ...answer, status: 'done', index }
    } catch (error) {
      if (error instanceof AskError) costUsd += error.costUsd
      if (options.signal?.aborted) return { status: 'skipped', index, reason: 'aborted' }
      return { status: 'failed', index, error: error instanceof Error ? error : new Error(String(error)) }
    }
  }
  const work = async (): Promise<void> => {
    while (next < prompts.length) {
      const index = next++
      outcomes[index] = await outcomeOf(prompts[index] as Prompt, index)
      const finished = Object.values(outcomes)
      const failed = finished.filter(({ status }) => status === 'failed').length
      const done = finished.filter(({ status }) => status === 'done').length
      onProgress?.({ done, failed, total: prompts.length, costUsd })
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, prompts.length) }, work))
  return outcomes
}

/** The same prompt has the same key in every run. */
function keyOf(prompt: Prompt): string {
  return createHash('sha256').update(JSON.stringify(prompt)).digest('hex').slice(0, 32)
}

/** A line that a killed run left half written is passed over: its question is asked again. */
async function readAnswers(file: string): Promise<Map<string, unknown>> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw new OptionsError(`The answers in ${file} cannot be read: ${error.message}.`)
  })
  const answers = new Map<string, unknown>()
  for (const line of text.split('\n')) {
    try {
      const entry: unknown = JSON.parse(line)
      if (isObject(entry) && typeof entry.key === 'string' && isObject(entry.answer))
        answers.set(entry.key, entry.answer)
    } catch {}
  }
  return answers
}
