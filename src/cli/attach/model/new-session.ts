/** The dialog for a new session: in the folder of the one that is shown. */
import { editorWith, emptyEditor } from './editor.ts'
import type { Dialog, Ui, World } from './ui-state.ts'

export function newSession({ session }: Ui, { sessions, cwd }: World): Dialog {
  const folder = sessions.find(({ id }) => id === session)?.cwd ?? cwd
  return { type: 'new', field: 'prompt', folder: editorWith(folder), prompt: emptyEditor }
}
