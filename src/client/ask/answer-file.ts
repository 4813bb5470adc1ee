/** The file of a batch: finished answers, a line each, so that a run that was stopped goes on where it stopped. */
import { appendFile, readFile } from 'node:fs/promises'
import type { Prompt } from '../../driver/prompt.ts'
import { OptionsError } from '../../process/errors.ts'
import { isObject, type JsonObject, parseObject } from '../../protocol/json.ts'
import type { AskAnswer } from './ask.ts'

/** An answer as it is kept: the value as the model gave it, to be checked again when it is read. */
export interface KeptAnswer {
  readonly answer: Omit<AskAnswer<unknown>, 'value'>
  readonly output: unknown
}

export class AnswerFile {
  readonly #path: string
  readonly #answers: ReadonlyMap<string, KeptAnswer>

  private constructor(path: string, answers: ReadonlyMap<string, KeptAnswer>) {
    this.#path = path
    this.#answers = answers
  }

  /** Rejects if the file cannot be read or written: better now than with answers that were paid for. */
  static async open(path: string): Promise<AnswerFile> {
    try {
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return ''
        throw error
      })
      // A run that was killed may have left half a line, to which nothing must be added.
      await appendFile(path, text === '' || text.endsWith('\n') ? '' : '\n')
      return new AnswerFile(path, answersIn(text))
    } catch (error) {
      throw new OptionsError(`The answers cannot be kept in ${path}: ${(error as Error).message}.`)
    }
  }

  get(key: string): KeptAnswer | undefined {
    return this.#answers.get(key)
  }

  async add(key: string, { answer, output }: KeptAnswer): Promise<void> {
    const { text, costUsd, usage, attempts, sessionId } = answer
    const kept = { key, answer: { text, costUsd, usage, attempts, sessionId }, output }
    await appendFile(this.#path, `${JSON.stringify(kept)}\n`)
  }
}

/**
 * A key for each prompt, the same in every run. A prompt that comes twice in a batch has two, since each is asked; an answer in
 * another form has another key. Loads `node:crypto` here: no other part of the library needs it.
 */
export async function keysOf(prompts: readonly Prompt[], form: JsonObject | undefined): Promise<string[]> {
  const { createHash } = await import('node:crypto')
  const seen = new Map<string, number>()
  return prompts.map((prompt) => {
    const text = JSON.stringify([prompt, form])
    const count = (seen.get(text) ?? 0) + 1
    seen.set(text, count)
    return createHash('sha256').update(`${count} ${text}`).digest('hex').slice(0, 32)
  })
}

/** A line that is not whole is passed over: its question is asked again. */
function answersIn(text: string): Map<string, KeptAnswer> {
  const answers = new Map<string, KeptAnswer>()
  for (const line of text.split('\n')) {
    const { key, answer, output } = parseObject(line) ?? {}
    if (typeof key === 'string' && output !== undefined && isAnswer(answer))
      answers.set(key, { answer, output })
  }
  return answers
}

function isAnswer(answer: unknown): answer is KeptAnswer['answer'] {
  return (
    isObject(answer) &&
    typeof answer.text === 'string' &&
    typeof answer.costUsd === 'number' &&
    typeof answer.attempts === 'number'
  )
}
