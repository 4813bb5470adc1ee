/** Beside the transcript, where there is room: the to-do list, the changed files and the figures of the turn. */
import type { ReactNode } from 'react'
import type { SessionSummary } from '../../../api/resources.ts'
import type { SessionState } from '../../../state/session-state.ts'
import type { Todo } from '../../../state/todos.ts'
import { sessionAddress } from '../../router.ts'
import { FileIcon, PendingIcon, SuccessIcon } from '../../ui/icons.ts'
import { Link } from '../../ui/link.tsx'
import { count, usd } from '../../ui/numbers.ts'
import { Spinner } from '../../ui/spinner.tsx'
import type { ChangedFile } from './changed-files.ts'
import { turnFigures } from './turn-figures.ts'
import './side-panel.css'

interface Props {
  summary: SessionSummary
  state: SessionState
  files: readonly ChangedFile[]
}

export function SidePanel({ summary, state, files }: Props) {
  const todos = state.facts.todos.list
  return (
    <aside className="side-panel" aria-label="Session details">
      {todos.length > 0 && <Todos todos={todos} />}
      {files.length > 0 && <ChangedFiles session={summary.id} files={files} />}
      <TurnSection state={state} />
    </aside>
  )
}

function Section({ title, about, children }: { title: string; about?: ReactNode; children: ReactNode }) {
  return (
    <section>
      <h2>
        {title}
        {about !== undefined && <span className="side-about">{about}</span>}
      </h2>
      {children}
    </section>
  )
}

const TODO_WORDS: Readonly<Record<string, string>> = { completed: 'Done: ', in_progress: 'In progress: ' }

function Todos({ todos }: { todos: readonly Todo[] }) {
  const done = todos.filter(({ status }) => status === 'completed').length
  return (
    <Section title="Tasks" about={`${done} of ${todos.length}`}>
      <ul className="side-todos">
        {todos.map(({ id, text, status }) => (
          <li key={id} data-status={status}>
            {status === 'completed' ? (
              <SuccessIcon />
            ) : status === 'in_progress' ? (
              <Spinner />
            ) : (
              <PendingIcon />
            )}
            <span>
              <span className="unseen">{TODO_WORDS[status] ?? 'To do: '}</span>
              {text}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function ChangedFiles({ session, files }: { session: string; files: readonly ChangedFile[] }) {
  const added = files.reduce((sum, it) => sum + it.added, 0)
  const removed = files.reduce((sum, it) => sum + it.removed, 0)
  return (
    <Section title="Changes" about={<Lines added={added} removed={removed} />}>
      <ul className="side-files">
        {files.map((file) => (
          <li key={file.path}>
            <Link href={sessionAddress(session, 'changes')} title={file.path}>
              <FileIcon />
              <span className="cut grow">{file.path}</span>
              {file.isPending ? <span className="side-pending">pending</span> : <Lines {...file} />}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Lines({ added, removed }: Pick<ChangedFile, 'added' | 'removed'>) {
  return (
    <span className="side-lines number">
      {added > 0 && <span data-kind="added">+{added}</span>}
      {removed > 0 && <span data-kind="removed">−{removed}</span>}
    </span>
  )
}

const time = (at: number) => new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })

function TurnSection({ state }: { state: SessionState }) {
  const turn = turnFigures(state)
  if (!turn)
    return (
      <Section title="Turn">
        <p className="soft">The first turn starts with your first message.</p>
      </Section>
    )
  const { number, startedAt, calls, tokensIn, tokensOut, costUsd } = turn
  return (
    <Section title={`Turn ${number}`}>
      <dl className="side-facts number">
        <dt>Started</dt>
        <dd>{time(startedAt)}</dd>
        <dt>Tool calls</dt>
        <dd>{calls}</dd>
        <dt>Tokens</dt>
        <dd>
          {count(tokensIn)} in, {count(tokensOut)} out
        </dd>
        {costUsd !== undefined && (
          <>
            <dt>Cost</dt>
            <dd>{usd(costUsd)}</dd>
          </>
        )}
      </dl>
    </Section>
  )
}
