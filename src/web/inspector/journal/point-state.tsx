import { fieldsOf } from '../../../state/approvals/request.ts'
import { approvalText } from '../../../state/approvals/view.ts'
import { formatMoney } from '../../../state/format/money.ts'
import { liveness } from '../../../state/liveness/liveness.ts'
import { describe } from '../../../state/liveness/words.ts'
import { draftsIn, itemCount, items } from '../../../state/select.ts'
import type { SessionState } from '../../../state/session-state.ts'
import { oneLine, shortInput } from '../../../state/short-input.ts'
import type { Draft, Item } from '../../../state/transcript/items.ts'
import { textOf } from '../../../state/transcript/message-fields.ts'
import { textOfContent } from '../../../state/turns/prompts.ts'
import { totalCost } from '../../../state/usage-totals.ts'
import { count } from '../../ui/numbers.ts'
import { RawJson } from '../../ui/raw-json.tsx'
import { Facts } from '../part.tsx'

const LAST_ITEMS = 8

export function PointState({ state }: { state: SessionState }) {
  const live = liveness(state, state.at)
  const words = describe(live, state.at, { formatTime: (at) => new Date(at).toLocaleTimeString() })
  const { approvals, prompts, turns, facts, usage, process } = state
  return (
    <section className="point-state" aria-label="State at this event">
      <p className="liveness" data-status={live.status} data-testid="point-liveness">
        {words}
      </p>
      <Facts
        rows={[
          ['Turn', turns.current ? `${turns.current.number}, running` : turns.past.size || undefined],
          [
            'Process',
            process.status === 'none' ? undefined : `${process.status}, generation ${process.generation}`,
          ],
          ['Model', facts.model],
          ['Mode', facts.permissionMode],
          ['Cost', formatMoney(totalCost(usage))],
          ['Context', usage.context && `${count(usage.context.tokens)} tokens`],
        ]}
      />
      <Lines
        title="Needs attention"
        none="No open approvals."
        lines={approvals.pending.map(({ id, kind, toolName, request }) => ({
          id,
          who: kind,
          words: oneLine(approvalText({ kind, toolName, request: fieldsOf(request) })),
        }))}
      />
      <Lines
        title="Queue"
        none="No queued prompts."
        lines={prompts.open.map(({ uuid, status, content }) => ({
          id: uuid,
          who: status,
          words: oneLine(textOfContent(content)),
        }))}
      />
      <Lines title="End of the transcript" none="No messages yet." lines={lastLines(state)} />
      <RawJson value={state} label="Full state" />
    </section>
  )
}

function lastLines(state: SessionState): Line[] {
  const shown = items(state, { from: itemCount(state) - LAST_ITEMS }).filter(({ kind }) => kind !== 'removed')
  return [
    ...shown.map((item) => line(item.id, itemWords(item))),
    ...draftsIn(state).map((draft) => line(draft.id, draftWords(draft))),
  ]
}

interface Line {
  readonly id: string
  readonly who: string
  readonly words: string
}
const line = (id: string, [who, words]: [string, string]): Line => ({ id, who, words })

function Lines({ title, none, lines }: { title: string; none: string; lines: readonly Line[] }) {
  return (
    <section aria-label={title}>
      <h2 className="point-title">{title}</h2>
      {lines.length === 0 && <p className="soft small">{none}</p>}
      <ul className="point-lines">
        {lines.map(({ id, who, words }) => (
          <li key={id}>
            <strong className="small">{who}</strong> <span className="point-words">{words}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function itemWords(item: Item): [who: string, words: string] {
  switch (item.kind) {
    case 'user':
      return [item.synthetic ? 'CLI, as you' : 'You', oneLine(textOf(item.content))]
    case 'text':
      return ['Agent', oneLine(item.text)]
    case 'thinking':
      return ['Thinking', oneLine(item.text)]
    case 'tool':
      return [item.name, `${shortInput(item.input)} (${item.status})`.trimStart()]
    case 'question':
      return ['Question', `${oneLine(item.questions[0]?.question ?? '')} (${item.status})`]
    case 'plan':
      return ['Plan', oneLine(item.plan)]
    case 'notice':
      return ['Notice', oneLine(item.text)]
    case 'compaction':
      return ['Compacted', oneLine(item.summary ?? '')]
    case 'raw':
      return ['Raw', oneLine(item.reason ?? '')]
    case 'removed':
      return ['Removed', '']
  }
}

function draftWords({ kind, name, text }: Draft): [who: string, words: string] {
  const who = kind === 'tool' ? (name ?? 'Tool') : kind === 'thinking' ? 'Thinking' : 'Agent'
  return [`${who} (writing)`, oneLine(text.slice(-200))]
}
