/** What can be done with the session that the page shows. */
import type { SessionSummary } from '../../api/resources.ts'
import type { PermissionMode } from '../../protocol/permissions.ts'
import { modeName } from '../../state/mode-names.ts'
import type { SessionState } from '../../state/session-state.ts'
import { navigate, sessionAddress } from '../router.ts'
import { control } from '../session/control.ts'
import { MODES } from '../session/modes.ts'
import { newId } from '../store/action.ts'
import { api } from '../store/connection.ts'
import {
  ArchiveIcon,
  CopyIcon,
  EndIcon,
  ForkIcon,
  PinIcon,
  PolicyIcon,
  RenameIcon,
  ResumeIcon,
  SettingsIcon,
  StoppedIcon,
} from '../ui/icons.ts'
import type { Item } from './item.ts'

export function sessionActions(summary: SessionSummary, state: SessionState): Item[] {
  const { id, archived, pinned } = summary
  const params = { id }
  const isRunning = state.process.status === 'running'
  const patch = (body: { title?: string; archived?: boolean; pinned?: boolean }) =>
    api.call('patchSession', { params, body: { commandId: newId(), ...body } })
  const command = () => ({ params, body: { commandId: newId() } })
  const always: Item[] = [
    {
      id: 'rename',
      title: 'Rename session…',
      icon: RenameIcon,
      asks: 'New title',
      run: (title) => patch({ title }),
    },
    { id: 'fork', title: 'Fork session', icon: ForkIcon, run: () => fork(id) },
    isRunning
      ? {
          id: 'close',
          title: 'Close session',
          icon: EndIcon,
          words: 'end process',
          run: () => api.call('closeSession', command()),
        }
      : {
          id: 'resume',
          title: 'Resume session',
          icon: ResumeIcon,
          run: () => api.call('resumeSession', command()),
        },
    {
      id: 'pin',
      title: pinned ? 'Unpin session' : 'Pin session',
      icon: PinIcon,
      run: () => patch({ pinned: !pinned }),
    },
    {
      id: 'archive',
      title: archived ? 'Unarchive session' : 'Archive session',
      icon: ArchiveIcon,
      run: () => patch({ archived: !archived }),
    },
    {
      id: 'copy link',
      title: 'Copy link to session',
      icon: CopyIcon,
      words: 'permalink',
      run: () => navigator.clipboard.writeText(location.origin + sessionAddress(id)),
    },
  ]
  const interrupt: Item = {
    id: 'interrupt',
    title: 'Interrupt turn',
    icon: StoppedIcon,
    run: () => api.call('interrupt', command()),
  }
  return [
    ...(isRunning && state.turns.current ? [interrupt] : []),
    ...always,
    ...(isRunning ? switches(id, state) : []),
  ]
}

async function fork(from: string): Promise<void> {
  const id = newId()
  await api.call('forkSession', { params: { id: from }, body: { commandId: id, id } })
  navigate(sessionAddress(id))
}

/** Without the present model and mode. To bypass permissions takes a confirmation, which the session's head asks for. */
function switches(id: string, { facts }: SessionState): Item[] {
  const models = (facts.models ?? []).filter(
    ({ value, resolvedModel }) => value !== facts.model && resolvedModel !== facts.model,
  )
  const modes = MODES.filter((mode) => mode !== facts.permissionMode)
  return [
    ...models.map(({ value, displayName }) => ({
      id: `model ${value}`,
      title: `Model: ${displayName ?? value}`,
      icon: SettingsIcon,
      run: () => control(id, 'set_model', { model: value }),
    })),
    ...modes.map((mode) => ({
      id: `mode ${mode}`,
      title: `Permission mode: ${modeName(mode)}`,
      icon: PolicyIcon,
      run: () => control(id, 'set_permission_mode', { mode: mode as PermissionMode }),
    })),
  ]
}
