import { useId, useMemo, useRef, useState } from 'react'
import type { CreateSession } from '../../api/commands.ts'
import type { HistoryEntry } from '../../api/resources.ts'
import { NEW_DRAFT, useDraftMessage } from '../composer/draft.ts'
import { useShortcuts } from '../keys/keys.ts'
import { navigate, sessionAddress } from '../router.ts'
import { newId, useAction } from '../store/action.ts'
import { api } from '../store/connection.ts'
import { useFetched } from '../store/fetched.ts'
import { useLive } from '../store/use-live.ts'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { Failure } from '../ui/failure.tsx'
import { Page } from '../ui/page.tsx'
import { submitHandler } from '../ui/submit-handler.ts'
import { AgentField } from './new/agent-field.tsx'
import { useChoices } from './new/choices.ts'
import { FolderField } from './new/folder-field.tsx'
import { HistoryChoice, type Way } from './new/history-field.tsx'
import { ModeField } from './new/mode-field.tsx'
import { folderPath } from './new/paths.ts'
import { PromptField } from './new/prompt-field.tsx'
import './new/new.css'

type Source = 'empty' | 'history'
const SOURCES = [
  ['empty', 'A new conversation'],
  ['history', 'From the CLI’s history'],
] as const

export function NewSession() {
  const agents = useFetched('agents', () => api.call('getAgents', {}))
  const folders = useFetched('folders', () => api.call('listFolders', {}))
  const { choices, choose, remember } = useChoices()
  const [source, setSource] = useState<Source>('empty')
  const [entry, setEntry] = useState<HistoryEntry>()
  const [way, setWay] = useState<Way>('resume')
  const [title, setTitle] = useState('')
  // No session id contains a space.
  const draft = useDraftMessage(NEW_DRAFT)
  const create = useCreate((id) => {
    remember()
    draft.setText('')
    draft.setImages(() => [])
    navigate(sessionAddress(id))
  })
  const { agent, model, mode, isolation, cwd = folders.value?.recent[0] ?? '' } = choices
  const known = agents.value?.agents.some(({ name }) => name === agent)
  const isFromHistory = source === 'history'
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
    ...(isFromHistory && entry && { resume: entry.cliSessionId, fork: way === 'fork' }),
  }
  const missing = isFromHistory
    ? entry
      ? ''
      : 'Choose a conversation.'
    : options.cwd.startsWith('/')
      ? ''
      : 'Choose a folder.'
  const submit = () => {
    if (!missing) create.run(options)
  }
  useShortcuts('New session', [{ key: 'Mod+Enter', does: 'create it', run: submit, inFields: true }])
  return (
    <Page title="New session">
      <form className="new stack" onSubmit={submitHandler(submit)}>
        <Choice label="What to begin with" options={SOURCES} value={source} onChoose={setSource} />
        {isFromHistory ? (
          <HistoryChoice entry={entry} onEntry={setEntry} way={way} onWay={setWay} />
        ) : (
          <FolderField
            known={folders.value}
            value={cwd}
            onChange={(it) => choose({ cwd: it })}
            // An answer that arrives late must not change a field that has the focus.
            onFocus={() => choices.cwd === undefined && choose({ cwd })}
          />
        )}
        <Failure error={isFromHistory ? undefined : folders.error} again={folders.again} />
        <PromptField draft={draft} />
        <Failure error={agents.error} again={agents.again} />
        {agents.value && (
          <AgentField agents={agents.value} value={agent} onChange={(it) => choose({ agent: it })} />
        )}
        <div className="new-pair">
          <ModelField value={model} onChange={(it) => choose({ model: it })} />
          <ModeField value={mode} onChange={(it) => choose({ mode: it })} />
        </div>
        <IsolationField
          value={isolation === 'require'}
          onChange={(it) => choose({ isolation: it ? 'require' : '' })}
        />
        <label className="field">
          <span>Title</span>
          <input
            value={title}
            maxLength={500}
            placeholder={isFromHistory ? 'Its own' : 'Taken from the prompt'}
            onChange={({ target }) => setTitle(target.value)}
          />
        </label>
        <Failure error={create.error} />
        <div className="row wrap">
          <Button type="submit" kind="primary" isPending={create.isPending} disabled={missing !== ''}>
            {isFromHistory ? (way === 'fork' ? 'Fork it' : 'Resume it') : 'Create'}
          </Button>
          <span className="soft small">{missing || <ModEnter />}</span>
        </div>
      </form>
    </Page>
  )
}

const titled = (title: string) => (title ? { title: title.slice(0, 500) } : {})

function ModEnter() {
  return (
    <>
      <kbd>{/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'}</kbd> <kbd>Enter</kbd>
    </>
  )
}

type NewSessionOptions = Omit<CreateSession, 'commandId' | 'id'>

/** A retry with the same options has the same command id, so that it creates no second session. */
function useCreate(done: (id: string) => void) {
  const last = useRef<{ options: string; id: string }>(undefined)
  return useAction(async (options: NewSessionOptions) => {
    const text = JSON.stringify(options)
    if (last.current?.options !== text) last.current = { options: text, id: newId() }
    const { id } = last.current
    await api.call('createSession', { body: { ...options, commandId: id, id } })
    done(id)
  })
}

function IsolationField({ value, onChange }: { value: boolean; onChange: (isIsolated: boolean) => void }) {
  return (
    <label className="row">
      <input type="checkbox" checked={value} onChange={({ target }) => onChange(target.checked)} />
      <span>
        Isolate it from the host{' '}
        <span className="soft small">
          (it sees neither the host’s token and journal, so that it cannot approve itself, nor your other
          processes)
        </span>
      </span>
    </label>
  )
}

const USUAL = ['opus', 'sonnet', 'haiku']

function ModelField({ value, onChange }: { value: string; onChange: (model: string) => void }) {
  const { sessions } = useLive()
  const list = useId()
  const names = useMemo(
    () => [...new Set([...(sessions ?? []).flatMap(({ model }) => model ?? []), ...USUAL])],
    [sessions],
  )
  return (
    <label className="field">
      <span>Model</span>
      <input
        value={value}
        list={list}
        placeholder="The agent’s default"
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={list}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </label>
  )
}
