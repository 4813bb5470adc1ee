/** Find in this session: Enter goes to the next place, Shift+Enter to the one before, Escape closes. */
import { type KeyboardEvent, type RefObject, useEffect } from 'react'
import { Failure } from '../../ui/failure.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { CloseIcon, DownIcon, SearchIcon, UpIcon } from '../../ui/icons.ts'
import { MAX_HITS, useFind } from './use-find.ts'
import './find.css'

interface Props {
  session: string
  field: RefObject<HTMLInputElement | null>
  onFind: (seq: number | undefined, text: string) => void
  onClose: () => void
}

export function FindBar({ session, field, onFind, onClose }: Props) {
  const { text, setText, seqs, at, step, error, again, isPending } = useFind(session, onFind)
  useEffect(() => field.current?.focus(), [field])
  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'Enter') step(event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape') onClose()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const hasHits = seqs !== undefined && seqs.length > 0
  return (
    <search className="find" aria-label="Find in this session">
      <SearchIcon />
      <input
        ref={field}
        type="search"
        value={text}
        maxLength={500}
        aria-label="Find in this session"
        placeholder="Find in this session"
        onChange={({ target }) => setText(target.value)}
        onKeyDown={pressed}
      />
      <span className="find-count" role="status">
        {text.trim() === '' ? '' : countWords(seqs, at)}
      </span>
      <IconButton
        label="Previous match"
        shortcut="Shift+Enter"
        icon={UpIcon}
        size="small"
        disabled={!hasHits}
        onClick={() => step(-1)}
      />
      <IconButton
        label="Next match"
        shortcut="Enter"
        icon={DownIcon}
        size="small"
        disabled={!hasHits}
        onClick={() => step(1)}
      />
      <IconButton label="Close find" shortcut="Escape" icon={CloseIcon} size="small" onClick={onClose} />
      {!isPending && <Failure error={error} again={again} />}
    </search>
  )
}

function countWords(seqs: readonly number[] | undefined, at: number): string {
  if (!seqs) return ''
  if (seqs.length === 0) return 'No matches'
  return `${Math.min(at + 1, seqs.length)} of ${seqs.length}${seqs.length >= MAX_HITS ? '+' : ''}`
}
