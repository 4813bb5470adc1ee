import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { DownIcon, NextPromptIcon, PreviousPromptIcon, SearchIcon } from '../ui/icons.ts'

interface Props {
  isAtEnd: boolean
  /** How many items came since the end was left. */
  newItems: number
  toEnd: () => void
  toPrompt: (by: 1 | -1) => void
  onFind: () => void
}

export function JumpButtons({ isAtEnd, newItems, toEnd, toPrompt, onFind }: Props) {
  return (
    <>
      {!isAtEnd && (
        <Button className="transcript-latest" size="small" onClick={toEnd}>
          <DownIcon />
          Jump to latest{newItems > 0 && ` (${newItems} new)`}
        </Button>
      )}
      <div
        className="transcript-jumps"
        data-at-end={isAtEnd}
        role="toolbar"
        aria-label="Move through the transcript"
      >
        <IconButton
          label="Previous prompt"
          shortcut="["
          icon={PreviousPromptIcon}
          size="small"
          onClick={() => toPrompt(-1)}
        />
        <IconButton
          label="Next prompt"
          shortcut="]"
          icon={NextPromptIcon}
          size="small"
          onClick={() => toPrompt(1)}
        />
        <IconButton
          label="Find in this session"
          shortcut="Ctrl+F"
          icon={SearchIcon}
          size="small"
          onClick={onFind}
        />
      </div>
    </>
  )
}
