import type { Key } from '../terminal/keys.ts'
import { openChanges } from './changes-keys.ts'
import { type Step, step } from './command.ts'
import { editorWith, emptyEditor } from './editor.ts'

import { showing } from './looking.ts'
import type { Dialog, Ui, World } from './ui-state.ts'

export function listKey(ui: Ui, key: Key, world: World): Step {
  const open = ui.session === undefined ? ui : ({ ...ui, focus: 'session' } as const)
  switch (key.id) {
    case 'up':
    case 'k':
      return step(selected(ui, world, -1))
    case 'down':
    case 'j':
      return step(selected(ui, world, 1))
    case 'home':
    case 'g':
      return step(showing(ui, world.sessions[0]?.id))
    case 'end':
    case 'G':
      return step(showing(ui, world.sessions.at(-1)?.id))
    case 'enter':
    case 'right':
    case 'l':
    case 'escape':
      return step(open)
    case 'i':
      return step({ ...open, isWriting: true })
    case 'c':
      return openChanges(ui, world)
    case 'p':
      return step({ ...ui, isByState: !ui.isByState })
    case 'n':
      return step({ ...ui, dialog: newSession(ui, world) })
    case '?':
      return step({ ...ui, dialog: { type: 'help', at: 0 } })
    case 'q':
      return step(ui, { type: 'quit' })
    default:
      return step(ui)
  }
}

/** The dialog for a new session, in the folder of the session that is shown. */
export function newSession({ session }: Ui, { sessions, cwd }: World): Dialog {
  const folder = sessions.find(({ id }) => id === session)?.cwd ?? cwd
  return { type: 'new', field: 'prompt', folder: editorWith(folder), prompt: emptyEditor }
}

function selected(ui: Ui, { sessions }: World, by: number): Ui {
  const now = sessions.findIndex(({ id }) => id === ui.session)
  const next = Math.max(0, Math.min(sessions.length - 1, now + by))
  return showing(ui, sessions[next]?.id ?? ui.session)
}
