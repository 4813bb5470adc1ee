/** The first events of a new session: what was said before in the conversation that it continues, and its first prompt. */
import { randomUUID } from 'node:crypto'
import type { SendMessage } from '../../api/commands.ts'
import type { TranscriptLocation } from '../../client/transcripts/location.ts'
import type { EventBody } from '../../state/events.ts'
import type { Client } from './client.ts'
import type { LaunchChange } from './launch.ts'
import { contentOf } from './prompt-content.ts'
import { recalled } from './recall.ts'

export interface Beginning {
  /** Which conversation it continues, if any. */
  readonly first: LaunchChange
  /** The host holds it until there is a process. */
  readonly prompt?: Pick<SendMessage, 'text' | 'images'> | undefined
  readonly client: Client
}

/** Throws if the prompt is empty. */
export async function firstEvents(
  { first, prompt, client }: Beginning,
  location: TranscriptLocation,
): Promise<EventBody[]> {
  const { resume, resumeSessionAt } = first
  const content = prompt && contentOf(prompt)
  return [
    ...(resume === undefined ? [] : await recalled(resume, location, resumeSessionAt)),
    ...(content ? [{ kind: 'prompt-queued', uuid: randomUUID(), content, by: client.label } as const] : []),
  ]
}
