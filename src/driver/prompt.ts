/** The user message of a prompt. What the CLI would end or hang on is refused. */
import type { InputBlock } from '../protocol/blocks.ts'
import { decodeInput } from '../protocol/decode.ts'
import { encode } from '../protocol/encode.ts'
import { checkOptionNames, type OptionNames } from '../protocol/option-names.ts'
import { oneOf, yesOrNo } from '../protocol/option-values.ts'
import type { UserInput } from '../protocol/stdin.ts'
import { BadRequestError } from './errors.ts'

/** A prompt: text, or blocks of text, images and documents. */
export type Prompt = string | readonly InputBlock[]

export interface PromptOptions {
  /** `now`: the running turn ends for it. */
  readonly when?: 'now' | 'next' | 'after-turn'
  /**
   * False: append it to the conversation without asking the model. A CLI that asks anyway (2.1.100) is reported to
   * `onWarning`. A prompt that joins a running turn is seen by the model in any case.
   */
  readonly shouldQuery?: boolean
  /** True: a person typed it. */
  readonly typed?: boolean
  /** True: no expansion of slash commands and `@` paths. */
  readonly verbatim?: boolean
}

/** `send` takes the uuid separately. */
const NAMES: OptionNames<PromptOptions & { uuid: string }> = {
  when: oneOf('now', 'next', 'after-turn'),
  shouldQuery: yesOrNo,
  typed: yesOrNo,
  verbatim: yesOrNo,
  uuid: true,
}

export type PromptInput = UserInput & { readonly uuid: string }

export function promptMessage(prompt: Prompt, uuid: string, options: PromptOptions = {}): PromptInput {
  checkOptionNames<PromptOptions & { uuid?: string }>(options, NAMES)
  const input = {
    type: 'user' as const,
    message: { role: 'user' as const, content: contentOf(prompt) },
    parent_tool_use_id: null,
    uuid,
    session_id: '',
    ...(options.when === 'now' && { priority: 'now' as const }),
    ...(options.shouldQuery === false && { shouldQuery: false }),
    ...(options.verbatim && { client_composed: true }),
    ...(options.typed && { origin: { kind: 'human' } }),
  }
  if (typeof uuid !== 'string' || uuid === '') throw new BadRequestError('a uuid is a text that is not empty')
  const decoded = decodeInput(encode(input))
  if (decoded.kind !== 'message')
    throw new BadRequestError(`this is no prompt: ${'reason' in decoded && decoded.reason}`)
  return input
}

function contentOf(prompt: Prompt): string | InputBlock[] {
  if (typeof prompt === 'string') {
    if (prompt.trim() === '') throw new BadRequestError('a prompt needs a text')
    return [{ type: 'text', text: prompt }]
  }
  if (!Array.isArray(prompt) || prompt.length === 0) {
    throw new BadRequestError('a prompt is a text, or a list of content blocks that is not empty')
  }
  return [...prompt]
}
