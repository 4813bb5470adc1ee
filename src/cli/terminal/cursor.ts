/** Sequences that move the cursor and wipe what was drawn. Those that `state/unseen.ts` lets our commands print. */
/** Wipes the line that the cursor is in, and goes to its beginning. */
export const WIPE_LINE = '\r\x1b[K'
