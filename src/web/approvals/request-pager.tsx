import type { ReactNode } from 'react'
import { PHONE, useMedia } from '../store/media.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { BackIcon, ForwardIcon } from '../ui/icons.ts'
import { useSwipe } from '../ui/use-swipe.ts'
import './request-pager.css'

interface Props {
  /** From 0. */
  position: number
  count: number
  onStep: (by: 1 | -1) => void
  children: ReactNode
}

/** On a phone, one request at a time: a swipe or the buttons go to the others. Elsewhere only its children. */
export function RequestPager({ position, count, onStep, children }: Props) {
  const isPhone = useMedia(PHONE)
  const swipe = useSwipe(onStep)
  if (!isPhone || count < 2) return children
  return (
    <div className="request-pager" {...swipe}>
      <div className="request-pager-bar">
        <IconButton
          label="Previous request"
          icon={BackIcon}
          disabled={position === 0}
          onClick={() => onStep(-1)}
        />
        <span className="request-dots" role="img" aria-label={`Request ${position + 1} of ${count}`}>
          {Array.from({ length: count }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a dot stands for a place, whatever request is there
            <span key={index} data-on={index === position || undefined} />
          ))}
        </span>
        <IconButton
          label="Next request"
          icon={ForwardIcon}
          disabled={position === count - 1}
          onClick={() => onStep(1)}
        />
      </div>
      {children}
    </div>
  )
}
