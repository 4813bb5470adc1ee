export const JOURNAL_FILE = 'journal.db'
/** Has a folder for each session with the files of its processes. */
export const SESSIONS_FOLDER = 'sessions'
