/** The fields of nearly every message on stdout. */
export interface Envelope {
  uuid?: string
  /** The CLI's id of the conversation. It may change while the process runs (`/clear`). */
  session_id?: string
  timestamp?: string
}

/** What every `system` message has. */
export interface SystemEnvelope<S extends string> extends Envelope {
  type: 'system'
  subtype: S
}
