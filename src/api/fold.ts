/** What turns the events of a session into its state: most of the code of a client. A page gets it when it first watches a session. */
export { reduce } from '../state/reduce.ts'
export { itemAt } from '../state/transcript/transcript.ts'
export { windowed } from '../state/transcript/window.ts'
