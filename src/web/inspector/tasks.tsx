import { formatDuration } from '../../state/format/duration.ts'
import { isRunning, type Task, type TaskTree, taskTree } from '../../state/tasks.ts'
import { control } from '../session/control.ts'
import { useAction } from '../store/action.ts'
import { Age } from '../ui/age.tsx'
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/failure.tsx'
import { count } from '../ui/numbers.ts'
import { Tag } from '../ui/tag.tsx'
import type { Tone } from '../ui/tone.ts'
import type { SectionProps } from './inspector.tsx'
import { Part } from './part.tsx'

const TONES: Readonly<Record<string, Tone>> = {
  running: 'working',
  pending: 'working',
  completed: 'success',
  failed: 'danger',
  lost: 'danger',
}

export function Tasks({ summary: { id }, state }: SectionProps) {
  const trees = [...taskTree(state.tasks)].reverse()
  const todos = state.facts.todos.list
  return (
    <Part title="Tasks">
      {trees.length === 0 && <p className="soft">No sub-agent and no background command so far.</p>}
      {trees.map((task) => (
        <TaskCard key={task.id} id={id} task={task} />
      ))}
      {todos.length > 0 && (
        <>
          <h3>Todo list</h3>
          <ul className="inspector-list">
            {todos.map(({ id: todo, text, status }) => (
              <li key={todo}>
                <span className="tag">{status.replaceAll('_', ' ')}</span> {text}
              </li>
            ))}
          </ul>
        </>
      )}
    </Part>
  )
}

function TaskCard({ id, task }: { id: string; task: TaskTree }) {
  const stop = useAction(() => control(id, 'stop_task', { task_id: task.id }))
  const { description, status, subagentType, type, doing, lastTool, summary, error, outputFile } = task
  return (
    <article className="card task" aria-label={description ?? task.id}>
      <header className="row wrap">
        <strong>{description ?? task.id}</strong>
        <Tag tone={TONES[status]}>{status}</Tag>
        <span className="soft small">
          {[subagentType ?? type, figureWords(task)].filter(Boolean).join(', ')}
        </span>
        <span className="grow" />
        <span className="soft small">
          {task.endedAt === undefined ? (
            <Age since={task.startedAt} />
          ) : (
            formatDuration(task.endedAt - task.startedAt)
          )}
        </span>
        {isRunning(task) && (
          <Button size="small" kind="danger" action={stop}>
            Stop
          </Button>
        )}
      </header>
      <Failure error={stop.error} />
      {isRunning(task) && (doing || lastTool) && (
        <p className="soft">{[doing, lastTool].filter(Boolean).join(' · ')}</p>
      )}
      {summary && <p>{summary}</p>}
      {error && <p className="mcp-error">{error}</p>}
      {outputFile && <p className="soft small mono">{outputFile}</p>}
      {task.children.map((child) => (
        <TaskCard key={child.id} id={id} task={child} />
      ))}
    </article>
  )
}

function figureWords({ figures }: Task): string {
  if (!figures) return ''
  const { tokens, toolUses } = figures
  return [
    toolUses !== undefined && `${toolUses} tool ${toolUses === 1 ? 'use' : 'uses'}`,
    tokens !== undefined && `${count(tokens)} tokens`,
  ]
    .filter(Boolean)
    .join(', ')
}
