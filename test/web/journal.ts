/** What the host has in its journal of a session: what was really sent to the CLI, and what came of it. */
import type { SessionEvent } from '../../src/state/events.ts'
import { items } from '../../src/state/select.ts'
import type { SessionState } from '../../src/state/session-state.ts'
import type { CallItem, Item } from '../../src/state/transcript/items.ts'
import type { WebStage } from './stage.ts'

export async function stateOf(stage: WebStage, id: string): Promise<SessionState> {
  return (await stage.daemon.api().call('getSession', { params: { id } })).state
}

async function eventsOf(stage: WebStage, id: string): Promise<readonly SessionEvent[]> {
  return (await stage.daemon.api().call('listEvents', { params: { id }, query: { limit: 10_000 } })).events
}

/** What the CLI was answered to its own questions for approval, in order. */
export async function answersTo(stage: WebStage, id: string): Promise<unknown[]> {
  const events = await eventsOf(stage, id)
  const asked = new Set(
    events.flatMap((event) =>
      event.kind === 'received' &&
      event.message.type === 'control_request' &&
      ['can_use_tool', 'elicitation'].includes(event.message.request.subtype)
        ? [event.message.request_id]
        : [],
    ),
  )
  return events.flatMap((event) => {
    if (event.kind !== 'sent' || event.message.type !== 'control_response') return []
    const { response } = event.message
    return asked.has(response.request_id) && response.subtype === 'success' ? [response.response] : []
  })
}

export async function itemsOf(stage: WebStage, id: string): Promise<readonly Item[]> {
  return items(await stateOf(stage, id))
}

export async function callsOf(stage: WebStage, id: string): Promise<readonly CallItem[]> {
  return (await itemsOf(stage, id)).filter((it): it is CallItem => 'toolUseId' in it)
}

/** The texts of a session's prompts, as the CLI has got them, in order. */
export async function promptsOf(stage: WebStage, id: string): Promise<string[]> {
  const events = await eventsOf(stage, id)
  return events.flatMap((event) => {
    if (event.kind !== 'sent' || event.message.type !== 'user') return []
    const { content } = event.message.message
    if (typeof content === 'string') return [content]
    return [content.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join(' ')]
  })
}
