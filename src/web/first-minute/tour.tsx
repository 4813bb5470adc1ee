/** Three hints for somebody who has just started a first session. */
import { type ReactNode, useState } from 'react'
import { TOUCH, useMedia } from '../store/media.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { CloseIcon } from '../ui/icons.ts'
import { Kbd, keyName } from '../ui/kbd.tsx'
import { useTour } from './use-tour.ts'
import './tour.css'

interface Hint {
  readonly title: string
  readonly text: ReactNode
  readonly onTouch: ReactNode
}

const HINTS: readonly Hint[] = [
  {
    title: 'Decide what may run',
    text: (
      <>
        A request shows what Claude Code wants to do. <Kbd>y</Kbd> allows, <Kbd>n</Kbd> denies with a reason,{' '}
        <Kbd>a</Kbd> also remembers the answer.
      </>
    ),
    onTouch:
      'A request shows what Claude Code wants to do: allow it, deny it with a reason, or remember your answer.',
  },
  {
    title: 'Run several sessions',
    text: (
      <>
        The board and the inbox gather what needs your answer from all sessions. <Kbd>{keyName('Mod+k')}</Kbd>{' '}
        jumps to any of them.
      </>
    ),
    onTouch: 'Board and Inbox gather what needs your answer from all sessions.',
  },
  {
    title: 'Write while it works',
    text: (
      <>
        <Kbd>c</Kbd> goes to the message field. A message waits for the end of the turn, joins the turn, or
        interrupts it, as you choose. <Kbd>?</Kbd> lists all shortcuts.
      </>
    ),
    onTouch: 'A message waits for the end of the turn, joins the turn, or interrupts it, as you choose.',
  },
]

export function Tour() {
  const { end } = useTour()
  const [index, setIndex] = useState(0)
  const isTouch = useMedia(TOUCH)
  const hint = HINTS[index]
  if (!hint) return null
  const isLast = index === HINTS.length - 1
  return (
    <section className="tour" aria-label="Tour">
      <div className="row">
        <h2 className="grow">{hint.title}</h2>
        <span className="soft number">
          {index + 1} of {HINTS.length}
        </span>
        <IconButton size="small" label="Dismiss tour" icon={CloseIcon} onClick={end} />
      </div>
      <p>{isTouch ? hint.onTouch : hint.text}</p>
      <div className="row tour-foot">
        <Button kind="primary" size="small" onClick={() => (isLast ? end() : setIndex(index + 1))}>
          {isLast ? 'Finish' : 'Next hint'}
        </Button>
      </div>
    </section>
  )
}
