/** Recordings of a CLI: the format, making one beside a session, reading, playing and redacting it. */
export { eventsOf, recordingOf, type SessionFacts } from './events.ts'
export * from './format.ts'
export { type Counts, type Redacted, type RedactOptions, redactRecording } from './redact/redact.ts'
export { finalState, type Row, type TimelineOptions, timeline } from './timeline.ts'
