/** Pick a project, say what to do, go. What a session runs with is in a fold. */
import { useState } from 'react'
import type { FleetNode } from '../../api/fleet.ts'
import type { HistoryEntry } from '../../api/resources.ts'
import { useDraftMessage } from '../composer/draft.ts'
import { TryDemo } from '../first-minute/try-demo.tsx'
import { useShortcuts } from '../keys/keys.ts'
import { navigate, sessionAddress } from '../router.ts'
import { api } from '../store/connection.ts'
import { useFetched } from '../store/fetched.ts'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { Failure } from '../ui/failure.tsx'
import { keyName } from '../ui/kbd.tsx'
import { Page } from '../ui/page.tsx'
import { submitHandler } from '../ui/submit-handler.ts'
import { useChoices } from './new/choices.ts'
import { FolderField } from './new/folder-field.tsx'
import { HistoryChoice, type Way } from './new/history-field.tsx'
import { MachineField, useMachine } from './new/machine-field.tsx'
import { Options } from './new/options.tsx'
import { folderPath } from './new/paths.ts'
import { PromptField } from './new/prompt-field.tsx'
import { type NewSessionOptions, useCreate } from './new/use-create.ts'
import { NO_CHOICE, useWorktreeOffer, WorktreeField, worktreeAsked } from './new/worktree-field.tsx'
import './new/new.css'

type Source = 'empty' | 'history'
const SOURCES = [
  ['empty', 'New conversation'],
  ['history', 'From history'],
] as const

export function NewSession({ isFirst = false }: { isFirst?: boolean }) {
  const agents = useFetched('agents', () => api.call('getAgents', {}))
  const folders = useFetched('folders', () => api.call('listFolders', {}))
  const { choices, choose, remember } = useChoices()
  const [source, setSource] = useState<Source>('empty')
  const [entry, setEntry] = useState<HistoryEntry>()
  const [way, setWay] = useState<Way>('resume')
  const [title, setTitle] = useState('')
  // No session id contains a space.
  const draft = useDraftMessage('new session')
  const create = useCreate((id) => {
    remember()
    draft.setText('')
    draft.setImages(() => [])
    navigate(sessionAddress(id))
  })
  const machine = useMachine()
  const { other } = machine
  /** On another machine; what is chosen for this one stays as it is. */
  const [there, setThere] = useState<string>()
  const { agent, model, mode, isolation } = choices
  const here = choices.cwd ?? folders.value?.recent[0] ?? ''
  const cwd = other ? (there ?? other.projects[0]?.path ?? '') : here
  const known = other ? other.agents.includes(agent) : agents.value?.agents.some(({ name }) => name === agent)
  const isFromHistory = source === 'history'
  const [worktree, setWorktree] = useState(NO_CHOICE)
  const offer = useWorktreeOffer(isFromHistory || other ? '' : folderPath(cwd), worktree)
  const options: NewSessionOptions = {
    cwd: isFromHistory ? (entry?.cwd ?? '') : folderPath(cwd),
    ...(agent && known && { agent }),
    ...(model.trim() && { model: model.trim() }),
    ...(mode && { permissionMode: mode }),
    ...(isolation && { isolation }),
    ...titled(title.trim() || (isFromHistory ? (entry?.title ?? '') : '')),
    ...(draft.text.trim() && { prompt: draft.text }),
    ...(draft.images.length > 0 && {
      images: draft.images.map(({ mediaType, data }) => ({ mediaType, data })),
    }),
    ...worktreeAsked(offer, worktree),
    ...(!isFromHistory && machine.asked),
    ...(isFromHistory && entry && { resume: entry.cliSessionId, fork: way === 'fork' }),
  }
  const missing = missingIn(options.cwd, isFromHistory) || (isFromHistory ? '' : machine.problem)
  const isFolderError = create.error !== undefined && options.cwd !== '' && create.error.includes(options.cwd)
  const submit = () => {
    if (!missing) create.run(options)
  }
  useShortcuts('New session', [{ key: 'Mod+Enter', does: 'start the session', run: submit, inFields: true }])
  return (
    <Page title={isFirst ? 'Start your first session' : 'New session'}>
      <form className="new stack" onSubmit={submitHandler(submit)}>
        <Choice label="Conversation" options={SOURCES} value={source} onChoose={setSource} />
        {isFromHistory ? (
          <HistoryChoice entry={entry} onEntry={setEntry} way={way} onWay={setWay} />
        ) : (
          <>
            <MachineField machine={machine} />
            <FolderField
              known={other ? foldersOf(other) : folders.value}
              value={cwd}
              error={isFolderError ? create.error : undefined}
              onChange={(it) => {
                create.clear()
                if (other) setThere(it)
                else choose({ cwd: it })
              }}
              // An answer that arrives late must not change a field that has the focus.
              onFocus={() => {
                if (other) setThere(cwd)
                else if (choices.cwd === undefined) choose({ cwd })
              }}
              canBrowse={!other}
            />
          </>
        )}
        <Failure error={isFromHistory ? undefined : folders.error} again={folders.again} />
        <WorktreeField offer={offer} choice={worktree} onChoose={setWorktree} />
        <PromptField draft={draft} folder={offer.isOffered ? options.cwd : undefined} />
        <Failure error={agents.error} again={agents.again} />
        <Options
          agents={agents.value}
          choices={choices}
          onChoose={choose}
          title={title}
          onTitle={setTitle}
          titleHint={isFromHistory ? 'Keeps its title' : 'Taken from the prompt'}
        />
        {(!isFolderError || isFromHistory) && <Failure error={create.error} />}
        <div className="row wrap">
          <Button
            type="submit"
            kind="primary"
            shortcut={missing === '' && keyName('Mod+Enter')}
            isPending={create.isPending}
            disabled={missing !== ''}
          >
            {isFromHistory ? (way === 'fork' ? 'Fork session' : 'Resume session') : 'Start session'}
          </Button>
          <span className="soft">{missing}</span>
          {isFirst && <TryDemo />}
        </div>
      </form>
    </Page>
  )
}

/** Another machine does not say what is in its folders, only where its projects are. */
const foldersOf = ({ projects: [first, ...rest] }: FleetNode) =>
  first && { path: first.path, recent: [first, ...rest].map(({ path }) => path) }

const titled = (title: string) => (title ? { title: title.slice(0, 500) } : {})

function missingIn(cwd: string, isFromHistory: boolean): string {
  if (isFromHistory) return cwd === '' ? 'Choose a conversation.' : ''
  return cwd.startsWith('/') ? '' : 'Choose a project folder.'
}
