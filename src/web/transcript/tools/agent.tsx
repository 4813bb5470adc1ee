import { textIn } from '../../../state/fields.ts'
import { formatDuration } from '../../../state/format/duration.ts'
import type { Task } from '../../../state/tasks.ts'
import { textOf } from '../../../state/transcript/message-fields.ts'
import { Markdown } from '../../markdown/markdown.tsx'
import { count } from '../../ui/numbers.ts'
import { type Call, isOver } from '../call.ts'
import { useTranscriptState } from '../context.ts'
import { Fold } from '../fold.tsx'
import { SubThread } from '../sub-thread.tsx'
import { ErrorText } from './plain.tsx'
import { ToolCard } from './tool-card.tsx'

export function Agent({ call }: { call: Call }) {
  const { tasks } = useTranscriptState()
  const task = tasks.list.find(
    ({ id, toolUseId }) => id === call.taskId || (toolUseId !== undefined && toolUseId === call.toolUseId),
  )
  const kind = textIn(call.input.subagent_type)
  const prompt = textIn(call.input.prompt)
  // The agent runs in the background: the result only says that it started.
  const isLaunch = call.own.status === 'async_launched' || call.own.isAsync === true
  return (
    <ToolCard
      call={call}
      title={kind === undefined ? 'Agent' : `Agent ${kind}`}
      about={textIn(call.input.description)}
      note={<Figures task={task} />}
      startsOpen={!isOver(call)}
    >
      {() => (
        <>
          {prompt !== undefined && (
            <Fold name={`prompt ${call.id}`} label="What it was asked">
              {() => <Markdown text={prompt} />}
            </Fold>
          )}
          {call.toolUseId !== undefined && <SubThread thread={call.toolUseId} />}
          {call.status === 'done' && call.output !== '' && (
            <Fold
              name={`answer ${call.id}`}
              label={isLaunch ? 'What the model was told' : 'What it answered'}
              startsOpen={!isLaunch}
            >
              {() => <Markdown text={textOf(call.own.content) || call.output} />}
            </Fold>
          )}
          <ErrorText call={call} />
        </>
      )}
    </ToolCard>
  )
}

function Figures({ task }: { task: Task | undefined }) {
  if (!task) return null
  const { tokens, toolUses, durationMs } = task.figures ?? {}
  const words = [
    task.isBackgrounded && 'in the background',
    task.status !== 'completed' && task.status,
    toolUses !== undefined && `${toolUses} tool ${toolUses === 1 ? 'use' : 'uses'}`,
    tokens !== undefined && `${count(tokens)} tokens`,
    durationMs !== undefined && formatDuration(durationMs),
  ]
  return <span className="soft small tool-figures">{words.filter(Boolean).join(' · ')}</span>
}
