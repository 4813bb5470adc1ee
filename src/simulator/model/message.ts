/** The complete message of the Messages API that a reply describes. */
import { randomUUID } from 'node:crypto'
import type { ContentBlock } from '../../protocol/blocks.ts'
import type { ApiMessage } from '../../protocol/stream.ts'
import type { Usage } from '../../protocol/usage.ts'
import { type ContentStep, isContent, isStep, type Reply } from '../scenario.ts'

export function messageOf(reply: Reply, model: string): ApiMessage & Required<Pick<ApiMessage, 'usage'>> {
  const content = blocksOf(reply.filter(isContent))
  const stop = reply.findLast((step) => isStep(step, 'stop'))
  const usage: Usage[] = reply.filter((step) => isStep(step, 'usage')).map((step) => step.usage)
  return {
    id: newId('msg'),
    type: 'message',
    role: 'assistant',
    model,
    content,
    stop_reason: stop?.stop ?? (content.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn'),
    stop_sequence: null,
    usage: Object.assign(
      {
        input_tokens: 10,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
        output_tokens: tokensIn(content),
        service_tier: 'standard',
      },
      ...usage,
    ),
  }
}

/** Ids are never reused, not even by another model, because the CLI keeps them in conversations that it can resume. */
export function newId(kind: 'msg' | 'toolu' | 'req'): string {
  return `${kind}_${randomUUID().replaceAll('-', '')}`
}

/** Assumes about four characters per token. */
export function tokensIn(value: unknown): number {
  return Math.ceil(JSON.stringify(value).length / 4)
}

function blocksOf(steps: ContentStep[]): ContentBlock[] {
  const blocks: ContentBlock[] = []
  for (const [index, step] of steps.entries()) {
    const block = blockOf(step)
    const before = blocks.at(-1)
    if (block.type === 'text' && before?.type === 'text' && isOpen(steps[index - 1]))
      before.text += block.text
    else blocks.push(block)
  }
  return blocks
}

export function isOpen(step: ContentStep | undefined): boolean {
  return step !== undefined && isStep(step, 'text') && step.open === true
}

function blockOf(step: ContentStep): ContentBlock {
  if (isStep(step, 'tool'))
    return { type: 'tool_use', id: step.id ?? newId('toolu'), name: step.tool, input: step.input }
  if (isStep(step, 'thinking')) return { type: 'thinking', thinking: step.thinking, signature: 'scripted' }
  return { type: 'text', text: step.text.repeat(step.repeat ?? 1) }
}
