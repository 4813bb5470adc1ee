/** A comment below its lines: what became of it, and what can be done with it. */
import { changeInWords, linesInWords } from '../../../api/review-comments.ts'
import { Markdown } from '../../markdown/markdown.tsx'
import { useAction } from '../../store/action.ts'
import { Button } from '../../ui/button.tsx'
import { CheckIcon } from '../../ui/icons.ts'
import { Tag } from '../../ui/tag.tsx'
import { toastFailure } from '../../ui/toast/toasts.ts'
import { isSaving, type KeptComment, removeComments, setStatus, useOpenComment } from './kept-comments.ts'
import './comments.css'

interface Props {
  session: string
  comment: KeptComment
}

const TOLD = { onFailure: toastFailure }
const NAMES = { draft: 'Draft', sent: 'Sent', resolved: 'Resolved' } as const

export function CommentCard({ session, comment }: Props) {
  const [, setOpen] = useOpenComment(session)
  const { id, status, text, at, path, side, first, last, code, place } = comment
  const mark = useAction((next: 'sent' | 'resolved') => setStatus(session, id, next), TOLD)
  const remove = useAction(() => removeComments(session, [id]), TOLD)
  const lines = { path, side, first, last, code }
  const words = status === 'resolved' ? '' : changeInWords(comment, place)
  return (
    <article className="comment" data-status={status} aria-label={`Comment on ${linesInWords(comment)}`}>
      <div className="comment-head">
        <strong>You</strong>
        <span className="soft number">
          {side === 'old' ? 'removed ' : ''}
          {linesInWords(comment)} · {timeOf(at)}
        </span>
        <span className="grow" />
        <Tag tone={status === 'resolved' ? 'success' : 'neutral'}>{NAMES[status]}</Tag>
      </div>
      <div className="comment-text">
        <Markdown text={text} />
      </div>
      <div className="comment-foot" inert={isSaving(comment)}>
        {status === 'draft' ? (
          <Button size="small" kind="quiet" onClick={() => setOpen({ ...lines, id, text })}>
            Edit
          </Button>
        ) : (
          <Button size="small" kind="quiet" onClick={() => setOpen({ ...lines, text: '' })}>
            Reply
          </Button>
        )}
        <span className="grow" />
        {words && (
          <span className="soft comment-place" data-touched={place?.status === 'touched' || undefined}>
            {words}
          </span>
        )}
        {status === 'sent' && (
          <Button size="small" isPending={mark.isPending} onClick={() => void mark.run('resolved')}>
            <CheckIcon />
            Resolve
          </Button>
        )}
        {status === 'resolved' && (
          <Button size="small" kind="quiet" isPending={mark.isPending} onClick={() => void mark.run('sent')}>
            Reopen
          </Button>
        )}
        {status !== 'sent' && (
          <Button size="small" kind="quiet" action={remove}>
            Delete
          </Button>
        )}
      </div>
    </article>
  )
}

function timeOf(at: number): string {
  return new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
}
