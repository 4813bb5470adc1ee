/** Many questions, a few at a time. Each has a session of its own, so that one that fails costs no other. */

import type { Prompt } from '../../driver/prompt.ts'
import { FairleadError, OptionsError } from '../../process/errors.ts'
import { checkOptionNames, type OptionNames } from '../../protocol/option-names.ts'
import { aFunction, amount, aName, countFromOne } from '../../protocol/option-values.ts'
import { type Schema, toJsonSchema } from '../schema.ts'
import { callSafely, warnerOf } from '../warnings.ts'
import { AnswerFile, keysOf } from './answer-file.ts'
import {
  type AnswerTo,
  ASK_OPTIONS,
  ASK_OTHER_NAMES,
  type AskAnswer,
  AskError,
  type AskOptions,
  askOnce,
  checkOutput,
} from './ask.ts'

/** What `askAll` takes: the options of `ask`, and how many questions run at once. */
export interface AskAllOptions<S extends Schema | undefined = undefined> extends AskOptions<S> {
  /** How many questions are asked at the same time. Default 2: each is a process of 200 MB. */
  readonly concurrency?: number
  /** No question is begun once this run has cost so much. Those that run then are finished, and may cost more. */
  readonly budgetUsd?: number
  /** Called after each question. */
  readonly onProgress?: (progress: AskAllProgress) => void
  /**
   * Keeps finished answers in this file, a line each. Called again with the same file, only what is missing is asked: prompts that
   * it does not have, and those whose answer does not match the schema of this call.
   */
  readonly file?: string
}

/** How far `askAll` has come. */
export interface AskAllProgress {
  readonly done: number
  readonly failed: number
  readonly total: number
  /** In this run; answers that were already in the file cost nothing. */
  readonly costUsd: number
}

/** What became of one question of `askAll`. */
export type AskOutcome<Value> =
  | (AskAnswer<Value> & { readonly status: 'done'; readonly index: number })
  | { readonly status: 'failed'; readonly index: number; readonly error: Error }
  /** Not asked: the budget was spent, or the signal was aborted. */
  | { readonly status: 'skipped'; readonly index: number; readonly reason: 'budget' | 'aborted' }

const NAMES: OptionNames<AskAllOptions> = {
  ...ASK_OPTIONS,
  concurrency: countFromOne,
  budgetUsd: amount,
  onProgress: aFunction,
  file: aName,
}

/**
 * Asks every question and returns what became of each, in their order. Rejects only where nothing can be asked at all.
 *
 * @example
 * const outcomes = await askAll(files.map((file) => `Summarise ${file}`), { concurrency: 4, budgetUsd: 5, file: 'summaries.jsonl' })
 */
export async function askAll<const S extends Schema | undefined = undefined>(
  prompts: readonly Prompt[],
  given: AskAllOptions<S> = {},
): Promise<AskOutcome<AnswerTo<S>>[]> {
  if (!Array.isArray(prompts)) throw new OptionsError('`askAll` takes a list of prompts; `ask` takes one.')
  checkOptionNames<AskAllOptions>(given as AskAllOptions, NAMES, ASK_OTHER_NAMES)
  const { concurrency = 2, budgetUsd = Number.POSITIVE_INFINITY, onProgress, file, ...options } = given
  type Outcome = AskOutcome<AnswerTo<S>>
  const { schema, signal } = options as AskOptions<S>
  const onWarning = warnerOf(options.onWarning)
  const keys = await keysOf(prompts, schema === undefined ? undefined : toJsonSchema(schema, 'the answer'))
  const answers = file === undefined ? undefined : await AnswerFile.open(file)
  const outcomes: Outcome[] = []
  const count = { done: 0, failed: 0, skipped: 0 }
  let costUsd = 0
  let next = 0

  const knownAnswer = async (key: string): Promise<AskAnswer<AnswerTo<S>> | undefined> => {
    const kept = answers?.get(key)
    if (!kept) return undefined
    const checked = await checkOutput<S>(kept.output, schema)
    return checked.problem === undefined ? { ...kept.answer, value: checked.value } : undefined
  }
  const outcomeOf = async (prompt: Prompt, key: string, index: number): Promise<Outcome> => {
    try {
      const known = await knownAnswer(key)
      if (known) return { ...known, status: 'done', index }
      if (signal?.aborted) return { status: 'skipped', index, reason: 'aborted' }
      if (costUsd >= budgetUsd) return { status: 'skipped', index, reason: 'budget' }
      const asked = await askOnce<S>(prompt, options as AskOptions<S>)
      costUsd += asked.answer.costUsd
      // The answer is there and paid for: that it could not be kept must not make a failure of it.
      await answers?.add(key, asked).catch((error: unknown) => {
        onWarning({ code: 'answer-not-kept', message: `an answer could not be kept in ${file}`, error })
      })
      return { ...asked.answer, status: 'done', index }
    } catch (error) {
      if (error instanceof AskError) costUsd += error.costUsd
      if (signal?.aborted) return { status: 'skipped', index, reason: 'aborted' }
      if (count.done === 0 && isOfAll(error)) throw error
      return { status: 'failed', index, error: error instanceof Error ? error : new Error(String(error)) }
    }
  }
  const report = ({ status }: Outcome): void => {
    count[status] += 1
    const progress = { done: count.done, failed: count.failed, total: prompts.length, costUsd }
    callSafely(
      onProgress,
      (error) => onWarning({ code: 'listener', message: 'onProgress threw', error }),
      progress,
    )
  }
  const work = async (): Promise<void> => {
    while (next < prompts.length) {
      const index = next++
      const outcome = await outcomeOf(prompts[index] as Prompt, keys[index] as string, index).catch(
        (error) => {
          next = prompts.length
          throw error
        },
      )
      outcomes[index] = outcome
      report(outcome)
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, prompts.length) }, work))
  return outcomes
}

/** What no other question of the batch would escape either. */
const OF_ALL: ReadonlySet<string> = new Set([
  'bad-flag',
  'bad-options',
  'binary-not-found',
  'cli-too-old',
  'cwd-missing',
  'isolation',
])
function isOfAll(error: unknown): boolean {
  return error instanceof FairleadError && OF_ALL.has(error.code)
}
