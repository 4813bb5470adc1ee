import { objectsIn, textIn } from '../../../state/fields.ts'
import { type Icon, IdleIcon, SuccessIcon, WorkingIcon } from '../../ui/icons.ts'
import type { Call } from '../call.ts'
import { ErrorText } from './plain.tsx'
import { ToolCard } from './tool-card.tsx'

const SIGNS: Readonly<Record<string, Icon>> = {
  completed: SuccessIcon,
  in_progress: WorkingIcon,
  pending: IdleIcon,
}
const WORDS: Readonly<Record<string, string>> = {
  completed: 'done: ',
  in_progress: 'in progress: ',
  pending: 'to do: ',
}

export function Todos({ call }: { call: Call }) {
  const todos = (objectsIn(call.input.todos) ?? []).map(({ content, status }) => ({
    text: textIn(content) ?? '',
    status: textIn(status) ?? 'pending',
  }))
  const done = todos.filter(({ status }) => status === 'completed').length
  const current = todos.find(({ status }) => status === 'in_progress')
  return (
    <ToolCard
      call={call}
      title="To do"
      about={current && <span className="soft">{current.text}</span>}
      note={
        <span className="soft small">
          {done} of {todos.length} done
        </span>
      }
      startsOpen
    >
      {() => (
        <>
          <ul className="todos">
            {todos.map(({ text, status }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same thing may stand there twice
              <li key={index} data-status={status}>
                <Sign status={status} />
                <span className="unseen">{WORDS[status] ?? ''}</span>
                {text}
              </li>
            ))}
          </ul>
          <ErrorText call={call} />
        </>
      )}
    </ToolCard>
  )
}

function Sign({ status }: { status: string }) {
  const Shown = SIGNS[status] ?? IdleIcon
  return <Shown />
}
