import type { PatchQueued, SendMessage } from '../../api/commands.ts'
import { ApiError } from '../../api/errors.ts'
import { type PromptInput, promptMessage } from '../../driver/prompt.ts'
import type { InputBlock } from '../../protocol/blocks.ts'
import type { EventBody, PromptChanged } from '../../state/events.ts'
import type { LostPrompt } from '../../state/turns/prompts.ts'

export function contentOf({
  text,
  content = [],
  images = [],
}: Pick<SendMessage, 'text' | 'content' | 'images'>): InputBlock[] {
  const blocks: InputBlock[] = [
    ...images.map(
      ({ mediaType, data }): InputBlock => ({
        type: 'image',
        source: { type: 'base64', media_type: mediaType, data },
      }),
    ),
    ...(content as unknown as InputBlock[]),
    ...(text !== undefined && text.trim() !== '' ? [{ type: 'text' as const, text }] : []),
  ]
  if (blocks.length === 0)
    throw new ApiError('bad-request', 'a message needs a text, an image or content blocks')
  return blocks
}

export function changeOf(uuid: string, body: PatchQueued): PromptChanged {
  const { text, content, position } = body
  return {
    kind: 'prompt-changed',
    uuid,
    ...((text !== undefined || content) && { content: contentOf(body) }),
    ...(position !== undefined && { position }),
  }
}

/** A lost prompt, held again in this place. */
export function queuedAgain({ uuid, content }: LostPrompt, position: number): EventBody[] {
  return [
    { kind: 'prompt-queued', uuid, content },
    { kind: 'prompt-changed', uuid, position },
  ]
}

export function typedPrompt(uuid: string, content: LostPrompt['content']): PromptInput {
  return promptMessage(content, uuid, { typed: true })
}
