/** A session that needs the person: its oldest request, to be decided on the card where all of it is shown. */
import { memo } from 'react'
import type { ApprovalView } from '../../state/approvals/view.ts'
import { useAnswer } from '../approvals/answer.ts'
import { KeyGuard } from '../approvals/approval-card.tsx'
import { useLater } from '../approvals/use-later.ts'
import { SessionPreview } from '../sessions/session-preview.tsx'
import { signOf } from '../sessions/session-sign.ts'
import { Age } from '../ui/age.tsx'
import { Chip } from '../ui/chip.tsx'
import { CardFrame, CardMeta, type CardProps } from './card-parts.tsx'
import { RequestBody } from './request-body.tsx'

interface Props extends CardProps {
  request: ApprovalView | undefined
}

export const NeedsCard = memo(function NeedsCard({ request, ...card }: Props) {
  const { session } = card
  const { icon, tone, name } = signOf(session)
  const more = session.pendingApprovals - 1
  return (
    <CardFrame
      {...card}
      tone={tone === 'needs-you' ? 'needs-you' : undefined}
      sign={
        <Chip tone={tone} icon={icon}>
          {name}
          {more > 0 && ` · ${more} more`}
        </Chip>
      }
    >
      <CardMeta session={session}>
        <Age since={session.liveness.since} isShort />
      </CardMeta>
      {request ? (
        <Request key={request.id} request={request} isCurrent={card.isCurrent} />
      ) : (
        <p className="board-problem">
          <SessionPreview session={session} />
        </p>
      )}
    </CardFrame>
  )
})

function Request({ request, isCurrent }: { request: ApprovalView; isCurrent: boolean }) {
  const answering = useAnswer(request)
  const hasKeys = useLater(isCurrent)
  return (
    <>
      {isCurrent && <KeyGuard />}
      <RequestBody request={request} hasKeys={hasKeys} answering={answering} />
    </>
  )
}
