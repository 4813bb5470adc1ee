/**
 * One approval. Its keys start to work a moment after it appears, so that a key meant for what was there before does not
 * answer it; until then they do nothing, here or elsewhere.
 */
import { memo, useEffect, useRef, useState } from 'react'
import { type ApprovalView, approvalTitle } from '../../state/approvals/view.ts'
import { useShortcuts } from '../keys/keys.ts'
import { useRestoreFocus } from '../ui/restore-focus.ts'
import { type Answering, useAnswer } from './answer.ts'
import { ApprovalHead, type Position } from './approval-head.tsx'
import { DialogBody } from './dialog-body.tsx'
import { ElicitationBody } from './elicitation-body.tsx'
import { PlanBody } from './plan-body.tsx'
import { QuestionBody } from './question-body.tsx'
import { ToolBody } from './tool/tool-body.tsx'
import { useRisks } from './tool/use-risks.ts'
import './approvals.css'

interface Props {
  request: ApprovalView
  /** Only one of several cards may have the keys. */
  hasKeys: boolean
  position?: Position
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

export const ApprovalCard = memo(function ApprovalCard({ request, hasKeys, position, onFocus }: Props) {
  const answering = useAnswer(request)
  const isReady = useLater(hasKeys)
  const Body = BODIES[request.kind]
  const card = useRef<HTMLElement>(null)
  const riskCount = useRisks(request)?.length ?? 0
  useRestoreFocus(card, nextCard)
  return (
    <section
      ref={card}
      className="approval"
      aria-label={`${approvalTitle(request)}: ${needOf(request)}`}
      data-kind={request.kind}
      data-keys={isReady ? 'on' : 'off'}
      data-risky={riskCount > 0}
      tabIndex={-1}
      onFocus={() => onFocus?.(request)}
    >
      {hasKeys && <KeyGuard />}
      <ApprovalHead request={request} riskCount={riskCount} position={position} />
      <Body request={request} hasKeys={isReady} answering={answering} />
    </section>
  )
})

function needOf({ kind }: ApprovalView): string {
  return kind === 'tool' || kind === 'plan' ? 'needs approval' : 'needs an answer'
}

const OWN_KEYS = ['y', 'n', 'N', 'a', 'e', 'Mod+Enter'].map((key) => ({ key, does: '', run: () => {} }))

/**
 * While a card is there, its keys mean nothing else, also before they work: `n` does not open a new session. It comes before
 * the body, whose shortcuts are in front of these.
 */
function KeyGuard() {
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

const KEYS_DELAY_MS = 350

export function useLater(isOn: boolean): boolean {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    if (!isOn) return setReady(false)
    const timer = setTimeout(() => setReady(true), KEYS_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isOn])
  return isOn && isReady
}
