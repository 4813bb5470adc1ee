/** A sub-agent as a row of their list: what it is about, what it does now, its calls and its time. It opens to all it did. */
import { textIn } from '../../../state/fields.ts'
import { valueAt } from '../../../state/list.ts'
import { lookUp } from '../../../state/lookup.ts'
import type { SessionState } from '../../../state/session-state.ts'
import { oneLine, shortInput } from '../../../state/short-input.ts'
import type { Task } from '../../../state/tasks.ts'
import { textOf } from '../../../state/transcript/message-fields.ts'
import { Markdown } from '../../markdown/markdown.tsx'
import { DisclosureSign } from '../../ui/disclosure.tsx'
import { count } from '../../ui/numbers.ts'
import { type Call, isOver } from '../call.ts'
import { useTranscriptState } from '../context.ts'
import { Fold } from '../fold.tsx'
import { useFold } from '../folds.ts'
import { SubThread } from '../sub-thread.tsx'
import { CallStatusSign, CallTime, STATUS_WORDS, WaitsForApproval } from './call-status.tsx'
import { ErrorText } from './plain.tsx'

export function Agent({ call }: { call: Call }) {
  const state = useTranscriptState()
  const [isOpen, toggle] = useFold(`tool ${call.id}`)
  const task = state.tasks.list.find(
    ({ id, toolUseId }) => id === call.taskId || (toolUseId !== undefined && toolUseId === call.toolUseId),
  )
  const kind = textIn(call.input.subagent_type)
  const title = kind === undefined ? 'Agent' : `Agent ${kind}`
  return (
    <section
      className="agent"
      data-status={call.status}
      aria-label={`${title}: ${STATUS_WORDS[call.status]}`}
    >
      <button type="button" className="agent-head" aria-expanded={isOpen} onClick={toggle}>
        <CallStatusSign call={call} />
        <span className="agent-about cut">{textIn(call.input.description) ?? title}</span>
        <span className="agent-doing cut">{doing(call, task, state)}</span>
        {call.status === 'running' && call.approvalId !== undefined && (
          <WaitsForApproval approvalId={call.approvalId} />
        )}
        <Figures task={task} />
        <CallTime call={call} />
        <DisclosureSign />
      </button>
      {isOpen && (
        <div className="agent-body">
          <AgentBody call={call} />
        </div>
      )}
    </section>
  )
}

function AgentBody({ call }: { call: Call }) {
  const prompt = textIn(call.input.prompt)
  // The agent runs in the background: the result only says that it started.
  const isLaunch = call.own.status === 'async_launched' || call.own.isAsync === true
  return (
    <>
      {prompt !== undefined && (
        <Fold name={`prompt ${call.id}`} label="Prompt">
          {() => <Markdown text={prompt} />}
        </Fold>
      )}
      {call.toolUseId !== undefined && <SubThread thread={call.toolUseId} />}
      {call.status === 'done' && call.output !== '' && (
        <Fold
          name={`answer ${call.id}`}
          label={isLaunch ? 'Note to the model' : 'Answer'}
          startsOpen={!isLaunch}
        >
          {() => <Markdown text={textOf(call.own.content) || call.output} />}
        </Fold>
      )}
      <ErrorText call={call} />
    </>
  )
}

/** What it does now, or what came of it. */
function doing(call: Call, task: Task | undefined, { transcript }: SessionState): string {
  if (isOver(call)) return oneLine(task?.summary ?? (textOf(call.own.content) || call.output))
  const thread = call.toolUseId === undefined ? undefined : lookUp(transcript.threads, call.toolUseId)
  const last = thread && valueAt(thread, thread.size - 1)
  if (last?.kind === 'tool') return `${last.name} ${shortInput(last.input)}`
  if (last?.kind === 'text') return oneLine(last.text)
  return task?.doing ?? ''
}

function Figures({ task }: { task: Task | undefined }) {
  if (!task) return null
  const { tokens, toolUses } = task.figures ?? {}
  return (
    <>
      {task.isBackgrounded && <span className="agent-figure">in the background</span>}
      {toolUses !== undefined && (
        <span className="agent-figure">
          {toolUses} {toolUses === 1 ? 'call' : 'calls'}
        </span>
      )}
      {tokens !== undefined && tokens > 0 && (
        <span className="agent-figure agent-tokens">{count(tokens)} tokens</span>
      )}
    </>
  )
}
