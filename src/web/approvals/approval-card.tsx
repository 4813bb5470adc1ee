/**
 * One approval. Its keys start to work a moment after it appears, so that a key meant for what was there before does not
 * answer it.
 */
import { memo, useRef } from 'react'
import { type ApprovalView, approvalTitle } from '../../state/approvals/view.ts'
import { textIn } from '../../state/fields.ts'
import { Age } from '../ui/age.tsx'
import { Failure } from '../ui/failure.tsx'
import { shortPath } from '../ui/numbers.ts'
import { useRestoreFocus } from '../ui/restore-focus.ts'
import { type Answering, useAnswer } from './answer.ts'
import { DialogBody } from './dialog-body.tsx'
import { ElicitationBody } from './elicitation-body.tsx'
import { PlanBody } from './plan-body.tsx'
import { QuestionBody } from './question-body.tsx'
import { ToolBody } from './tool/tool-body.tsx'
import { useLater } from './use-later.ts'
import './approvals.css'

interface Props {
  request: ApprovalView
  /** Only one of several cards may have the keys. */
  hasKeys: boolean
  onFocus?: (request: ApprovalView) => void
}

export interface BodyProps {
  request: ApprovalView
  hasKeys: boolean
  answering: Answering
}

const BODIES = {
  tool: ToolBody,
  question: QuestionBody,
  plan: PlanBody,
  elicitation: ElicitationBody,
  dialog: DialogBody,
} as const

export const ApprovalCard = memo(function ApprovalCard({ request, hasKeys, onFocus }: Props) {
  const answering = useAnswer(request)
  const isReady = useLater(hasKeys)
  const Body = BODIES[request.kind]
  const agent = textIn(request.request.agent_id)
  const card = useRef<HTMLElement>(null)
  useRestoreFocus(card, nextCard)
  return (
    <section
      ref={card}
      className="card approval"
      aria-label={`${approvalTitle(request)}: waits for you`}
      data-kind={request.kind}
      data-keys={isReady ? 'on' : 'off'}
      tabIndex={-1}
      onFocus={() => onFocus?.(request)}
    >
      <header className="row wrap">
        <h2>{approvalTitle(request)}</h2>
        {agent && <span className="tag">sub-agent {agent}</span>}
        <span className="cut soft small grow" title={request.cwd}>
          in {shortPath(request.cwd, 3)}
        </span>
        <span className="soft small">
          <Age since={request.since} />
        </span>
      </header>
      <Body request={request} hasKeys={isReady} answering={answering} />
      <Failure error={answering.error} />
    </section>
  )
})

/** The next card to answer, or else the container of the cards, from where Tab goes on to what follows them. */
function nextCard(card: HTMLElement): () => HTMLElement | null {
  const home = card.closest<HTMLElement>('.session-foot, .panel')
  const all = [...(home?.querySelectorAll<HTMLElement>('.approval') ?? [])]
  const at = all.indexOf(card)
  return () => all[at + 1] ?? all[at - 1] ?? home
}
