/** Server-sent events, as the Messages API and MCP servers over HTTP send them. */
export interface ServerEvent {
  readonly event: string
  readonly data: string
}

/** Yields the events of a stream of text that arrives in pieces. Text after the last blank line is not an event. */
export async function* serverEvents(chunks: AsyncIterable<string>): AsyncGenerator<ServerEvent> {
  let held = ''
  for await (const chunk of chunks) {
    held += chunk
    const parts = held.split(/\r?\n\r?\n/)
    held = parts.pop() ?? ''
    for (const part of parts) {
      const event = eventIn(part)
      if (event !== undefined) yield event
    }
  }
}

/** Only line feeds end a line: the JSON of an event may contain U+2028. */
function eventIn(part: string): ServerEvent | undefined {
  let event = 'message'
  const data: string[] = []
  for (const line of part.split(/\r?\n/)) {
    const colon = line.indexOf(':')
    const value = line.slice(colon + 1).replace(/^ /, '')
    if (line.slice(0, colon) === 'event') event = value
    if (line.slice(0, colon) === 'data') data.push(value)
  }
  return data.length === 0 ? undefined : { event, data: data.join('\n') }
}
