/** All that can be done with a session as a whole. What cannot be undone asks first. */
import { useState } from 'react'
import type { SessionSummary } from '../../api/resources.ts'
import type { SessionState } from '../../state/session-state.ts'
import { navigate, sessionAddress } from '../router.ts'
import { newId, useAction } from '../store/action.ts'
import { api } from '../store/connection.ts'
import { Failure } from '../ui/failure.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { download, FORMATS, type Format } from './download.ts'
import { Menu, type MenuEntry } from './menu.tsx'
import { RewindDialog } from './rewind-dialog.tsx'

interface Props {
  summary: SessionSummary
  state: SessionState
  onRename: () => void
}

export function SessionMenu({ summary, state, onRename }: Props) {
  const { id, title, archived } = summary
  const [dialog, setDialog] = useState<'delete' | 'rewind'>()
  const params = { id }
  const archive = useAction(() =>
    api.call('patchSession', { params, body: { commandId: newId(), archived: !archived } }),
  )
  const close = useAction(() => api.call('closeSession', { params, body: { commandId: newId() } }))
  const resume = useAction(() => api.call('resumeSession', { params, body: { commandId: newId() } }))
  const fork = useAction(async () => {
    const other = newId()
    await api.call('forkSession', { params, body: { commandId: other, id: other } })
    navigate(sessionAddress(other))
  })
  const save = useAction((format: Format) => download(id, title, format))
  const copy = useAction((text: string) => navigator.clipboard.writeText(text))
  const isRunning = state.process.status === 'running'
  const needsProcess = isRunning
    ? {}
    : { isDisabled: true, hint: 'The session has no process now: resume it first' }
  const cliId = state.facts.cliSessions.at(-1)?.id
  const entries: readonly MenuEntry[] = [
    { name: 'Rename', run: onRename },
    { name: 'Fork: go another way from here', run: () => void fork.run() },
    { name: 'Rewind files…', run: () => setDialog('rewind'), ...needsProcess },
    isRunning
      ? { name: 'Close: end the process', run: () => void close.run() }
      : { name: 'Resume', run: () => void resume.run() },
    ...(Object.keys(FORMATS) as Format[]).map((format) => ({
      name: `Export as ${FORMATS[format].name}`,
      run: () => void save.run(format),
    })),
    { name: 'Copy the session’s id', run: () => void copy.run(id) },
    ...(cliId === undefined
      ? []
      : [
          {
            name: 'Copy the CLI’s session id',
            run: () => void copy.run(cliId),
            hint: `claude --resume ${cliId}`,
          },
        ]),
    { name: archived ? 'Take out of the archive' : 'Archive', run: () => void archive.run() },
    { name: 'Delete…', run: () => setDialog('delete'), isDangerous: true },
  ]
  const actions = [archive, close, resume, fork, save, copy]
  const isPending = actions.some((it) => it.isPending)
  return (
    <>
      <Menu label="Session menu" entries={entries}>
        {isPending ? '…' : '⋮'}
      </Menu>
      {actions.map(
        ({ error }, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: always the same actions
          error && <Failure key={index} error={error} />,
      )}
      {dialog === 'delete' && <DeleteDialog summary={summary} onClose={() => setDialog(undefined)} />}
      {dialog === 'rewind' && (
        <RewindDialog session={id} state={state} onClose={() => setDialog(undefined)} />
      )}
    </>
  )
}
