import { useState } from 'react'
import { exportSession } from '../../api/export-session.ts'
import type { SessionSummary } from '../../api/resources.ts'
import type { SessionState } from '../../state/session-state.ts'
import { navigate, type SessionTab, sessionAddress, splitAddress } from '../router.ts'
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
import { useWorktreeEntries } from '../worktree/use-worktree-entries.tsx'
import { BypassDialog } from './bypass-dialog.tsx'
import { RewindDialog } from './rewind-dialog.tsx'
import { TABS } from './tabs.ts'
import { useRunSettings } from './use-run-settings.ts'

interface Props {
  summary: SessionSummary
  state: SessionState
  tab: SessionTab
  /** The head has no room for the views and the settings. */
  isCompact: boolean
  onRename: () => void
}

/** The menu is closed when a command fails. */
const TOLD = { onFailure: toastFailure }

export function SessionMenu({ summary, state, tab, isCompact, onRename }: Props) {
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
  const settings = useRunSettings(summary, state)
  const isRunning = state.process.status === 'running'
  const work = useWorktreeEntries(summary, state)
  const needsProcess = isRunning ? {} : { isDisabled: true, hint: 'Resume the session first' }
  const cliId = state.facts.cliSessions.at(-1)?.id
  const views = TABS.map(([name, label]) => ({
    name: label,
    isChosen: name === tab,
    run: () => navigate(sessionAddress(id, name)),
  }))
  const entries: readonly MenuEntry[] = [
    ...(isCompact ? [...views, ...settings.entries] : []),
    { name: 'Rename', icon: RenameIcon, startsGroup: true, run: onRename },
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
    {
      name: 'Fork session',
      about: 'Continue in a copy; this session stays as it is',
      icon: ForkIcon,
      run: () => void fork.run(),
    },
    { name: 'Rewind files…', icon: RewindIcon, run: () => setDialog('rewind'), ...needsProcess },
    ...work.entries,
    isRunning
      ? {
          name: 'Close session',
          startsGroup: work.entries.length > 0,
          about: 'Ends the process; a message resumes it',
          icon: EndIcon,
          run: () => void close.run(),
        }
      : {
          name: 'Resume session',
          startsGroup: work.entries.length > 0,
          icon: ResumeIcon,
          run: () => void resume.run(),
        },
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
    { name: 'Copy session id', icon: CopyIcon, run: () => void copy.run(id) },
    ...(cliId === undefined
      ? []
      : [
          {
            name: 'Copy Claude Code session id',
            icon: CopyIcon,
            run: () => void copy.run(cliId),
            hint: `claude --resume ${cliId}`,
          },
        ]),
    {
      name: archived ? 'Unarchive' : 'Archive',
      icon: ArchiveIcon,
      startsGroup: true,
      run: () => void archive.run(),
    },
    { name: 'Delete session…', icon: DeleteIcon, run: () => setDialog('delete'), isDangerous: true },
  ]
  const actions = [archive, pin, close, resume, fork, save, copy]
  const isPending = actions.some((it) => it.isPending)
  return (
    <>
      <Menu label="Session menu" entries={entries}>
        <IconButton
          label="Session menu"
          className="session-menu"
          icon={MoreIcon}
          size="small"
          isPending={isPending || settings.isPending}
        />
      </Menu>
      {dialog === 'delete' && (
        <ConfirmDialog
          title="Delete session?"
          confirm="Delete session"
          cancel="Cancel"
          run={async () => {
            await api.call('deleteSession', { params })
            navigate('/')
          }}
          onClose={() => setDialog(undefined)}
        >
          <p>
            This ends <strong>{title || 'Untitled'}</strong> and removes its history from the host. Claude
            Code’s own transcript and the files in the folder stay.
          </p>
        </ConfirmDialog>
      )}
      {work.dialog}
      {settings.isAsking && <BypassDialog run={settings.bypass} onClose={settings.stopAsking} />}
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
