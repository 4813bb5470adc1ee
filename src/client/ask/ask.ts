/** One question, one answer: opens a session, sends the prompt, checks the answer, and closes the session, however it ends. */
import type { Prompt } from '../../driver/prompt.ts'
import { FairleadError } from '../../protocol/errors.ts'
import { checkOptionNames, type OptionNames, type OtherNames } from '../../protocol/option-names.ts'
import type { Usage } from '../../protocol/usage.ts'
import { numberIn, objectIn } from '../../state/fields.ts'
import type { TurnFailure } from '../../state/turns/failure.ts'
import { startSession } from '../open-session.ts'
import { OTHER_NAMES, SESSION_OPTIONS } from '../option-names.ts'
import type { PromptResult } from '../prompts/sent-prompt.ts'
import { describeIssues, type OutputOf, type Schema, toJsonSchema, validate } from '../schema.ts'
import type { Session } from '../session.ts'
import type { SessionOptions } from '../session-options.ts'
import { warnerOf } from '../warnings.ts'

/** What `ask` takes: the options of a session, and the form of the answer. */
export interface AskOptions<S extends Schema | undefined = undefined>
  extends Omit<SessionOptions, 'jsonSchema'> {
  /** The form of the answer: a schema of zod, valibot, arktype or the like, or a JSON schema. Without it: a text. */
  readonly schema?: S
}

/** What `ask` resolves to: the checked value and what it took to get it. */
export interface AskAnswer<Value> {
  readonly value: Value
  /** The model's final text. */
  readonly text: string
  readonly costUsd: number
  /** Of the last attempt. */
  readonly usage?: Usage
  /** 2: the first answer did not match the schema. */
  readonly attempts: number
  /** The CLI's id of the conversation, for `resume`. */
  readonly sessionId?: string
}

/** What `ask` resolves to for a schema: the type that the schema describes, or text without one. */
export type AnswerTo<S extends Schema | undefined> = S extends Schema ? OutputOf<S> : string

/** The question has no usable answer. What it has cost nevertheless is in `costUsd`. */
export class AskError extends FairleadError {
  readonly failure: TurnFailure
  readonly costUsd: number

  constructor(message: string, failure: TurnFailure, costUsd: number) {
    super('ask-failed', message)
    this.failure = failure
    this.costUsd = costUsd
  }
}

const { jsonSchema: _, ...ALLOWED } = SESSION_OPTIONS
export const ASK_OPTIONS: OptionNames<AskOptions> = { ...ALLOWED, schema: true }
export const ASK_OTHER_NAMES: OtherNames = {
  ...OTHER_NAMES,
  jsonSchema: '`schema`',
  outputFormat: '`schema`',
  output: '`schema`',
}
const MAX_ATTEMPTS = 2
const NO_ANSWER: TurnFailure = { kind: 'no-structured-output', retryable: false }

/**
 * Asks one question. With a schema the answer is checked; one that does not match is sent back to the model once, with what is
 * wrong with it.
 *
 * @example
 * const { value, costUsd } = await ask('Which licence has this project?', { schema: z.object({ licence: z.string() }) })
 */
export async function ask<const S extends Schema | undefined = undefined>(
  prompt: Prompt,
  options: AskOptions<S> = {},
): Promise<AskAnswer<AnswerTo<S>>> {
  checkOptionNames<AskOptions>(options as AskOptions, ASK_OPTIONS, ASK_OTHER_NAMES)
  return (await askOnce<S>(prompt, options)).answer
}

/** An answer, and its value as the model gave it: a schema may have made something of it that JSON cannot hold, such as a date. */
export interface Asked<Value> {
  readonly answer: AskAnswer<Value>
  readonly output: unknown
}

export async function askOnce<S extends Schema | undefined>(
  prompt: Prompt,
  { schema, ...options }: AskOptions<S>,
): Promise<Asked<AnswerTo<S>>> {
  const warn = warnerOf(options.onWarning)
  const session = await startSession({
    ...options,
    // An answer without the value is asked for again, or is the error.
    onWarning: (warning) => warning.code !== 'structured-output-missing' && warn(warning),
    keepState: false,
    ...(schema !== undefined && { jsonSchema: toJsonSchema(schema, 'the answer') }),
  })
  try {
    return await answerTo<S>(session, prompt, schema)
  } catch (error) {
    options.signal?.throwIfAborted()
    throw error
  } finally {
    await session.close()
  }
}

async function answerTo<S extends Schema | undefined>(
  session: Session,
  prompt: Prompt,
  schema: S | undefined,
): Promise<Asked<AnswerTo<S>>> {
  let next = prompt
  for (let attempts = 1; ; attempts++) {
    const result = await session.send(next).result
    const costUsd = numberIn(result.message?.total_cost_usd) ?? 0
    const problem = failureIn(result)
    if (problem)
      throw new AskError(`The model gave no answer: ${result.text || result.status}`, problem, costUsd)
    const output = schema ? result.structuredOutput : result.text
    const checked = await checkOutput<S>(output, schema)
    if (checked.problem === undefined) {
      const usage = objectIn(result.message?.usage) as Usage | undefined
      const { sessionId } = session
      const answer = {
        value: checked.value,
        text: result.text,
        costUsd,
        attempts,
        ...(usage && { usage }),
        ...(sessionId !== undefined && { sessionId }),
      }
      return { answer, output }
    }
    if (attempts === MAX_ATTEMPTS) {
      throw new AskError(`The answer does not match the schema:\n${checked.problem}`, NO_ANSWER, costUsd)
    }
    next = `Your answer does not match the schema that was asked for:\n${checked.problem}\nAnswer again, in that form.`
  }
}

function failureIn({ status, failure }: PromptResult): TurnFailure | undefined {
  return status === 'success'
    ? undefined
    : (failure ?? { kind: 'other', retryable: status === 'interrupted' })
}

/** Without a schema the output is the text. */
export async function checkOutput<S extends Schema | undefined>(
  output: unknown,
  schema: S | undefined,
): Promise<{ value: AnswerTo<S>; problem?: undefined } | { problem: string }> {
  if (!schema) return { value: output as AnswerTo<S> }
  if (output === undefined) return { problem: 'there is no structured answer' }
  const checked = await validate(schema, output)
  return checked.issues
    ? { problem: describeIssues(checked.issues) }
    : { value: checked.value as AnswerTo<S> }
}
