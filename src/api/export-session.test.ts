import { describe, expect, test } from 'vitest'
import * as say from '../../test/state/talk.ts'
import { Timeline } from '../../test/state/timeline.ts'
import { toJson } from '../state/export/json.ts'
import { toMarkdown } from '../state/export/markdown.ts'
import { toPlainText } from '../state/export/plain-text.ts'
import { itemCount, items } from '../state/select.ts'
import { emptyState, type SessionState } from '../state/session-state.ts'
import { isCall } from '../state/transcript/transcript.ts'
import { windowed } from '../state/transcript/window.ts'
import type { ApiClient } from './client.ts'
import { type ExportFormat, exportSession } from './export-session.ts'

/** Many turns, each with a sub-agent that has one itself, and a sub-agent whose start was not seen. */
function conversation(turns: number): SessionState {
  const line = new Timeline().ready()
  for (let turn = 0; turn < turns; turn++) {
    const [outer, inner] = [`o${turn}`, `i${turn}`]
    line
      .prompt(`p${turn}`, `Do ${turn}`)
      .hear(say.init(), say.echo(`p${turn}`), say.call('m', outer, 'Agent'))
    line.hear(say.text(`s${turn}`, 'deep', { parent_tool_use_id: outer }))
    line.hear(say.call(`s${turn}`, inner, 'Agent', {}, { parent_tool_use_id: outer }))
    line.hear(say.text(`d${turn}`, `deeper ${turn}`, { parent_tool_use_id: inner }))
    line.hear(say.result(inner, 'ok', false, { parent_tool_use_id: outer }), say.result(outer, 'over'))
    line.hear(say.text(`e${turn}`, `Done ${turn}.`), say.end())
  }
  return line.hear(say.text('x', 'lost', { parent_tool_use_id: 'never seen' })).state
}

/** A host that has this session, with a state that holds little of it. */
function hostWith(whole: SessionState) {
  let pages = 0
  const entry = (thread: string, index: number) => {
    const item = items(whole, { thread, from: index, to: index + 1 })[0]
    const inner = item && isCall(item) ? itemCount(whole, item.toolUseId) : 0
    return { index, item, ...(inner > 0 && { inner }) }
  }
  const call = async (
    name: string,
    { query }: { query: { thread: string; from: number; limit: number } },
  ) => {
    if (name === 'getSession') return { state: windowed(whole, 20), session: { title: 'A title' } }
    pages += 1
    const { thread, from, limit } = query
    const size = itemCount(whole, thread)
    const count = Math.max(0, Math.min(limit, size - from))
    return { thread, size, items: Array.from({ length: count }, (_, i) => entry(thread, from + i)) }
  }
  return { api: { call } as unknown as ApiClient, pages: () => pages }
}

async function exported(whole: SessionState, format: ExportFormat, options = {}): Promise<string> {
  let text = ''
  for await (const part of exportSession(hostWith(whole).api, 's', format, options)) text += part
  return text
}

describe.each([0, 1, 300])('of %d turns', (turns) => {
  const whole = conversation(turns)
  const titled = { ...whole, facts: { ...whole.facts, title: 'A title' } }

  test('Markdown and text are the same as of a state that holds everything', async () => {
    expect(await exported(whole, 'markdown')).toBe(toMarkdown(titled))
    expect(await exported(whole, 'text', { maxToolText: 1 })).toBe(toPlainText(titled, { maxToolText: 1 }))
  })

  test('JSON is one document with all items', async () => {
    expect(JSON.parse(await exported(whole, 'json'))).toEqual(
      JSON.parse(JSON.stringify({ session: 's', ...toJson(titled) })),
    )
  })
})

test('an empty session gives its head', async () => {
  expect(await exported(emptyState, 'markdown')).toBe('# A title\n')
  expect(JSON.parse(await exported(emptyState, 'json'))).toEqual({
    session: 's',
    title: 'A title',
    sessionIds: [],
    items: [],
  })
})
