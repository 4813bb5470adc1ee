/** What nearly every message on stdout carries. */
export interface Envelope {
  uuid?: string
  /** The CLI's id of the conversation. It may change under a running process (`/clear`). */
  session_id?: string
  timestamp?: string
}

export interface SystemEnvelope<S extends string> extends Envelope {
  type: 'system'
  subtype: S
}
