/** Where a comment is written. It opens below its lines; what is written stays if the page is left. */
import { useEffect, useRef } from 'react'
import { linesInWords } from '../../../api/review-comments.ts'
import type { ReviewScope } from '../../../api/review-files.ts'
import { useShortcuts } from '../../keys/keys.ts'
import { messageOf } from '../../store/action.ts'
import { Button } from '../../ui/button.tsx'
import { RenameIcon } from '../../ui/icons.ts'
import { keyName } from '../../ui/kbd.tsx'
import { toastFailure } from '../../ui/toast/toasts.ts'
import { addComment, type OpenComment, reopenComment, useOpenComment } from './kept-comments.ts'

interface Props {
  session: string
  scope: ReviewScope
  open: OpenComment
}

export function CommentField({ session, scope, open }: Props) {
  const [, setOpen] = useOpenComment(session)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus({ preventScroll: true }), [])
  const close = () => setOpen(undefined)
  const add = () => {
    if (open.text.trim() === '') return
    close()
    addComment(session, scope, open).catch((failure) => {
      toastFailure(messageOf(failure))
      reopenComment(session, open)
    })
  }
  useShortcuts('Comment', [
    { key: 'Mod+Enter', does: 'add the comment', run: add, inFields: true },
    { key: 'Escape', does: 'leave the comment', run: close, inFields: true },
  ])
  const lines = linesInWords(open)
  return (
    <div className="comment" data-open>
      <textarea
        ref={field}
        rows={2}
        value={open.text}
        placeholder="Leave a comment"
        aria-label={`Comment on ${lines} of ${open.path}`}
        onChange={({ target }) => setOpen({ ...open, text: target.value })}
      />
      <div className="comment-foot">
        <span className="chip" title="Shift and a click on another line take more of them">
          <RenameIcon />
          <span className="comment-draft">Draft · </span>
          {open.side === 'old' ? 'removed ' : ''}
          {lines}
        </span>
        <span className="grow" />
        <Button size="small" kind="quiet" shortcut="Esc" onClick={close}>
          Cancel
        </Button>
        <Button size="small" shortcut={keyName('Mod+Enter')} disabled={open.text.trim() === ''} onClick={add}>
          {open.id === undefined ? 'Add comment' : 'Save'}
        </Button>
      </div>
    </div>
  )
}
