/** What the host keeps in its data folder. */
export const JOURNAL_FILE = 'journal.db'
/** With a folder for each session: the files of its processes. */
export const SESSIONS_FOLDER = 'sessions'
