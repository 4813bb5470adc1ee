/**
 * One approval. Its keys start to work a moment after it appears, so that a key meant for what was there before does not
 * answer it; until then they do nothing, here or elsewhere.
 */
import { memo, useContext, useRef } from 'react'
import type { Risk } from '../../shell/risks/risk.ts'
import { needsAnswer } from '../../state/approvals/request.ts'
import { type ApprovalView, approvalTitle } from '../../state/approvals/view.ts'
import { HasKeys, useShortcuts } from '../keys/keys.ts'
import { useRestoreFocus } from '../ui/restore-focus.ts'
import { type Answering, useAnswer } from './answer.ts'
import { ApprovalHead, type Position } from './approval-head.tsx'
import { DialogBody } from './dialog-body.tsx'
import { ElicitationBody } from './elicitation-body.tsx'
import { PlanBody } from './plan-body.tsx'
import { QuestionBody } from './question-body.tsx'
import { type Review, useReview } from './review.ts'
import { ToolBody } from './tool/tool-body.tsx'
import { useRisks } from './tool/use-risks.ts'
import { useLater } from './use-later.ts'
import './approvals.css'

interface Props {
  request: ApprovalView
  /** Only one of several cards may have the keys. */
  hasKeys: boolean
  position?: Position
  /** Where requests of several sessions stand together. */
  sessionTitle?: string
  onFocus?: (request: ApprovalView) => void
}

export interface BodyProps {
  request: ApprovalView
  hasKeys: boolean
  answering: Answering
  /** Undefined until they are known. */
  risks: readonly Risk[] | undefined
  review: Review
}

const BODIES = {
  tool: ToolBody,
  question: QuestionBody,
  plan: PlanBody,
  elicitation: ElicitationBody,
  dialog: DialogBody,
} as const

export const ApprovalCard = memo(function ApprovalCard({
  request,
  hasKeys: isCurrent,
  position,
  sessionTitle,
  onFocus,
}: Props) {
  const hasKeys = useContext(HasKeys) && isCurrent
  const answering = useAnswer(request)
  const Body = BODIES[request.kind]
  const card = useRef<HTMLElement>(null)
  const review = useReview(card)
  const risks = useRisks(request)
  const isComplete = risks !== undefined && !review.isLoading
  const isReady = useLater(hasKeys) && isComplete
  useRestoreFocus(card, nextCard)
  return (
    <section
      ref={card}
      className="approval"
      aria-label={`${approvalTitle(request)}: ${needOf(request)}${sessionTitle ? `, ${sessionTitle}` : ''}`}
      data-kind={request.kind}
      data-keys={isReady ? 'on' : 'off'}
      data-risky={(risks?.length ?? 0) > 0}
      tabIndex={-1}
      onFocus={() => onFocus?.(request)}
    >
      {hasKeys && <KeyGuard />}
      <ApprovalHead request={request} riskCount={risks?.length ?? 0} position={position} />
      <Body request={request} hasKeys={isReady} answering={answering} risks={risks} review={review} />
    </section>
  )
})

function needOf({ kind }: ApprovalView): string {
  return needsAnswer(kind) ? 'needs an answer' : 'needs approval'
}

const OWN_KEYS = ['y', 'n', 'N', 'a', 'e', 'Mod+Enter'].map((key) => ({ key, does: '', run: () => {} }))

/**
 * While a card is there, its keys mean nothing else, also before they work: `n` does not open a new session. It comes before
 * the body, whose shortcuts are in front of these.
 */
export function KeyGuard() {
  useShortcuts('Approval keys', OWN_KEYS)
  return null
}

/** The next card to answer, or else the container of the cards, from where Tab goes on to what follows them. */
function nextCard(card: HTMLElement): () => HTMLElement | null {
  const home = card.closest<HTMLElement>('.session-foot, .panel')
  const all = [...(home?.querySelectorAll<HTMLElement>('.approval') ?? [])]
  const at = all.indexOf(card)
  return () => all[at + 1] ?? all[at - 1] ?? home
}
