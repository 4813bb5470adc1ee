import { useState } from 'react'
import { exportSession } from '../../api/export-session.ts'
import type { SessionSummary } from '../../api/resources.ts'
import type { SessionState } from '../../state/session-state.ts'
import { navigate, sessionAddress, splitAddress } from '../router.ts'
import { newId, useAction } from '../store/action.ts'
import { api } from '../store/connection.ts'
import { useLive } from '../store/use-live.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import {
  ArchiveIcon,
  CopyIcon,
  DeleteIcon,
  DownloadIcon,
  EndIcon,
  ForkIcon,
  LinkIcon,
  MoreIcon,
  PinIcon,
  RenameIcon,
  ResumeIcon,
  RewindIcon,
  SplitIcon,
} from '../ui/icons.ts'
import { Menu, type MenuEntry } from '../ui/menu.tsx'
import { saveFile } from '../ui/save-file.ts'
import { toastFailure } from '../ui/toast/toasts.ts'
import { RewindDialog } from './rewind-dialog.tsx'

interface Props {
  summary: SessionSummary
  state: SessionState
  onRename: () => void
}

/** The menu is closed when a command fails. */
const TOLD = { onFailure: toastFailure }

export function SessionMenu({ summary, state, onRename }: Props) {
  const { id, title, archived, pinned } = summary
  const beside = useLive().sessions?.find((it) => it.id !== id && !it.archived)
  const [dialog, setDialog] = useState<'delete' | 'rewind'>()
  const params = { id }
  const archive = useAction(
    () => api.call('patchSession', { params, body: { commandId: newId(), archived: !archived } }),
    TOLD,
  )
  const pin = useAction(
    () => api.call('patchSession', { params, body: { commandId: newId(), pinned: !pinned } }),
    TOLD,
  )
  const close = useAction(() => api.call('closeSession', { params, body: { commandId: newId() } }), TOLD)
  const resume = useAction(() => api.call('resumeSession', { params, body: { commandId: newId() } }), TOLD)
  const fork = useAction(async () => {
    const other = newId()
    await api.call('forkSession', { params, body: { commandId: other, id: other } })
    navigate(sessionAddress(other))
  }, TOLD)
  const save = useAction((format: Format) => download(id, title, format), TOLD)
  const copy = useAction((text: string) => navigator.clipboard.writeText(text), TOLD)
  const isRunning = state.process.status === 'running'
  const needsProcess = isRunning
    ? {}
    : { isDisabled: true, hint: 'The session has no process now: resume it first' }
  const cliId = state.facts.cliSessions.at(-1)?.id
  const entries: readonly MenuEntry[] = [
    { name: 'Rename', icon: RenameIcon, run: onRename },
    { name: pinned ? 'Unpin' : 'Pin', icon: PinIcon, run: () => void pin.run() },
    ...(beside === undefined
      ? []
      : [
          {
            name: 'Open in split view',
            icon: SplitIcon,
            hint: `Beside ${beside.title || 'Untitled'}`,
            run: () => navigate(splitAddress([id, beside.id])),
          },
        ]),
    { name: 'Fork: go another way from here', icon: ForkIcon, run: () => void fork.run() },
    { name: 'Rewind files…', icon: RewindIcon, run: () => setDialog('rewind'), ...needsProcess },
    isRunning
      ? { name: 'Close: end the process', icon: EndIcon, run: () => void close.run() }
      : { name: 'Resume', icon: ResumeIcon, run: () => void resume.run() },
    ...(Object.keys(FORMATS) as Format[]).map((format) => ({
      name: `Export as ${FORMATS[format].name}`,
      icon: DownloadIcon,
      startsGroup: format === 'markdown',
      run: () => void save.run(format),
    })),
    {
      name: 'Copy link',
      icon: LinkIcon,
      startsGroup: true,
      run: () => void copy.run(location.origin + sessionAddress(id)),
    },
    { name: 'Copy the session’s id', icon: CopyIcon, run: () => void copy.run(id) },
    ...(cliId === undefined
      ? []
      : [
          {
            name: 'Copy the CLI’s session id',
            icon: CopyIcon,
            run: () => void copy.run(cliId),
            hint: `claude --resume ${cliId}`,
          },
        ]),
    {
      name: archived ? 'Take out of the archive' : 'Archive',
      icon: ArchiveIcon,
      startsGroup: true,
      run: () => void archive.run(),
    },
    { name: 'Delete…', icon: DeleteIcon, run: () => setDialog('delete'), isDangerous: true },
  ]
  const actions = [archive, pin, close, resume, fork, save, copy]
  const isPending = actions.some((it) => it.isPending)
  return (
    <>
      <Menu label="Session menu" entries={entries}>
        <IconButton label="Session menu" icon={MoreIcon} size="small" isPending={isPending} />
      </Menu>
      {dialog === 'delete' && (
        <ConfirmDialog
          title="Delete the session?"
          confirm="Delete"
          cancel="Keep it"
          run={async () => {
            await api.call('deleteSession', { params })
            navigate('/')
          }}
          onClose={() => setDialog(undefined)}
        >
          <p>
            <strong>{title || 'Untitled'}</strong> is ended and everything that the host knows of it is
            removed. The CLI’s own transcript, and the files in the folder, stay.
          </p>
        </ConfirmDialog>
      )}
      {dialog === 'rewind' && (
        <RewindDialog session={id} state={state} onClose={() => setDialog(undefined)} />
      )}
    </>
  )
}

const FORMATS = {
  markdown: { name: 'Markdown', ending: 'md', type: 'text/markdown' },
  text: { name: 'plain text', ending: 'txt', type: 'text/plain' },
  json: { name: 'JSON', ending: 'json', type: 'application/json' },
} as const
type Format = keyof typeof FORMATS

function fileName(title: string, format: Format): string {
  const plain = title
    .normalize('NFKD')
    .replace(/[^\w.-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  return `${plain || 'session'}.${FORMATS[format].ending}`
}

async function download(session: string, title: string, format: Format): Promise<void> {
  const parts: string[] = []
  for await (const part of exportSession(api, session, format)) parts.push(part)
  saveFile(fileName(title, format), FORMATS[format].type, parts)
}
