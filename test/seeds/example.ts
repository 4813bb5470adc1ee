import type {
  HostControlRequest,
  HostRequest,
  StdinMessage,
  StdinType,
  StdoutMessage,
  StdoutType,
} from '../../src/protocol/index.ts'

/** A message that a seed document shows, with values of our own. */
export type SeedExample = {
  /** The heading in the seed, without its backticks. */
  section: string
  what: string
  /** What tells messages of this type apart: see `subtypeOf`. */
  subtype?: string
} & (
  | { from: 'cli'; type: StdoutType; message: StdoutMessage }
  | { from: 'host'; type: StdinType; message: StdinMessage }
)

/** The subtype of a system message, a result, a request or an answer; of a stream event, its type. */
export function subtypeOf(message: StdoutMessage | StdinMessage): string | undefined {
  switch (message.type) {
    case 'system':
    case 'result':
      return message.subtype
    case 'control_request':
      return message.request.subtype
    case 'control_response':
      return message.response.subtype
    case 'stream_event':
      return message.event.type
  }
  return undefined
}

/** The envelope around a request of which the seed shows only the inner object. */
export function ask(request: HostRequest): HostControlRequest {
  return { type: 'control_request', request_id: '5d0c7a4e-1f39-4d6b-9f0e-2a6c1b7f8e90', request }
}
