/** The button that sends. While the session works, a menu beside it says when the message goes out. */
import { useStored } from '../store/stored.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { ExpandIcon, UpIcon } from '../ui/icons.ts'
import { Menu } from '../ui/menu.tsx'

export const BUSY_CHOICES = [
  { when: 'after-turn', name: 'Queue', about: 'Sent after this turn' },
  { when: 'next', name: 'Send now', about: 'Joins this turn at the next tool call' },
  { when: 'now', name: 'Interrupt and send', about: 'Stops this turn first' },
] as const
export type BusyChoice = (typeof BUSY_CHOICES)[number]

/** When a message goes out that is written while the session works; this browser remembers the choice. */
export function useBusyChoice(): [BusyChoice, (when: string) => void] {
  const [kept, keep] = useStored('when-busy')
  return [BUSY_CHOICES.find(({ when }) => when === kept) ?? BUSY_CHOICES[0], keep]
}

interface Props {
  isBusy: boolean
  isEnded: boolean
  isDisabled: boolean
  isPending: boolean
  choice: BusyChoice
  onChoose: (when: string) => void
}

export function SendButton({ isBusy, isEnded, isDisabled, isPending, choice, onChoose }: Props) {
  const name = isBusy ? choice.name : isEnded ? 'Resume and send' : 'Send'
  return (
    <span className="send">
      <Button
        type="submit"
        kind="primary"
        size="small"
        title={isBusy ? choice.about : undefined}
        disabled={isDisabled}
        isPending={isPending}
        aria-label={name}
      >
        <span className="send-name">{name}</span>
        <UpIcon />
      </Button>
      {isBusy && (
        <Menu
          label="When to send"
          entries={BUSY_CHOICES.map(({ when, name: entry, about }) => ({
            name: entry,
            about,
            isChosen: when === choice.when,
            run: () => onChoose(when),
          }))}
        >
          <IconButton
            label="When to send"
            icon={ExpandIcon}
            kind="plain"
            size="small"
            className="send-when"
            data-value={choice.when}
          />
        </Menu>
      )}
    </span>
  )
}
