import {
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { SessionState } from '../../state/session-state.ts'
import { useShortcuts } from '../keys/keys.ts'
import { live } from '../store/connection.ts'
import { TOUCH } from '../store/media.ts'
import { useTemplate } from '../templates/use-template.tsx'
import { stepBack } from './history.ts'
import { Palette } from './palette.tsx'
import { useOpeningFocus } from './use-opening-focus.ts'
import { usePalette } from './use-palette.ts'

export interface FieldControl {
  /** Puts a sign at the caret, which opens the list of files or commands. */
  readonly insert: (sign: '@' | '/') => void
}

interface Props {
  control: RefObject<FieldControl | null>
  session: string
  label: string
  state: SessionState
  text: string
  isPending: boolean
  onText: (text: string) => void
  onPaste: (event: ClipboardEvent) => void
  onSubmit: () => void
  onFocused: (isFocused: boolean) => void
}

/** A phone's keyboard has no Shift with Enter: there Enter adds a line, and the button sends. */
const isTouch = matchMedia(TOUCH).matches

export function MessageField(props: Props) {
  const { control, session, label, state, text, isPending, onText, onPaste, onSubmit, onFocused } = props
  const field = useRef<HTMLTextAreaElement>(null)
  const listId = useId()
  const [caret, setCaret] = useState(0)
  const steps = useRef(0)
  const { suggestion, commands } = state.facts
  const palette = usePalette(session, text, caret, commands)
  const wantedCaret = useRef<number>(undefined)
  const [isTouched, setTouched] = useState(false)
  const waiting = state.approvals.pending[0]?.id
  useHeight(field, text)
  useOpeningFocus(field, waiting !== undefined)
  useShortcuts('Session', [{ key: 'c', does: 'write a message', run: () => field.current?.focus() }])
  useHandOver(field, text === '' && !isTouched, waiting)
  // The caret can only be placed after React has put the new text into the field.
  useLayoutEffect(() => {
    const at = wantedCaret.current
    wantedCaret.current = undefined
    if (at !== undefined) field.current?.setSelectionRange(at, at)
  })
  const replace = (next: string, at = next.length) => {
    onText(next)
    setCaret(at)
    wantedCaret.current = at
  }
  useImperativeHandle(control, () => ({
    insert: (sign) => {
      const at = field.current?.selectionStart ?? text.length
      const before = text.slice(0, at)
      const put = sign === '@' && before !== '' && !/\s$/.test(before) ? ' @' : sign
      replace(before + put + text.slice(at), at + put.length)
      field.current?.focus()
    },
  }))
  const template = useTemplate((prompt) => {
    replace(prompt)
    field.current?.focus()
  })
  const take = (index: number) => {
    const chosen = palette.templateAt(index)
    if (chosen) return template.use(chosen)
    const after = palette.take(index)
    if (after) replace(after.text, after.caret)
  }
  const inPalette = ({ key, shiftKey }: KeyboardEvent): boolean => {
    if (key === 'ArrowDown' || key === 'ArrowUp') palette.step(key === 'ArrowDown' ? 1 : -1)
    else if (key === 'Escape') palette.close()
    else if ((key === 'Enter' && !shiftKey) || key === 'Tab') take(palette.chosen)
    else return false
    return key === 'Escape' || palette.entries.length > 0
  }
  const inHistory = ({ key }: KeyboardEvent): boolean => {
    const by = key === 'ArrowUp' ? 1 : key === 'ArrowDown' ? -1 : 0
    const isAtStep = steps.current > 0 && text === stepBack(state, steps.current, live.earlier(session))
    if (by === 0 || (text !== '' && !isAtStep)) return false
    const next = (isAtStep ? steps.current : 0) + by
    const said = next > 0 ? stepBack(state, next, live.earlier(session)) : ''
    if (next < 0 || said === undefined) return false
    steps.current = next
    replace(said)
    return true
  }
  const isDone = (event: KeyboardEvent): boolean => {
    if (event.nativeEvent.isComposing) return false
    if (palette.token && inPalette(event)) return true
    if (event.key === 'Tab' && !event.shiftKey && text === '' && suggestion) {
      replace(suggestion)
      return true
    }
    if (event.key === 'Escape' && focusApproval(field.current)) return true
    // With nothing to interrupt, Escape leaves the field, so that letters are shortcuts again.
    if (event.key === 'Escape' && state.turns.current === null) {
      field.current?.closest<HTMLElement>('.session-foot')?.focus()
      return true
    }
    const isPlain = !event.shiftKey && !event.altKey && !isTouch
    const hasModifier = event.metaKey || event.ctrlKey
    // While an approval is open, this is the key that allows.
    if (event.key === 'Enter' && hasModifier && waiting !== undefined) return false
    if (event.key === 'Enter' && (isPlain || hasModifier)) {
      setTouched(false)
      onSubmit()
      return true
    }
    return inHistory(event)
  }
  return (
    <>
      {palette.token && (
        <Palette
          id={listId}
          label={palette.token.kind === 'command' ? 'Commands' : 'Files'}
          entries={palette.entries}
          chosen={palette.chosen}
          note={palette.note}
          onChoose={take}
        />
      )}
      {template.dialog}
      <textarea
        ref={field}
        className="composer-field"
        rows={1}
        value={text}
        readOnly={isPending}
        aria-label={label}
        aria-autocomplete="list"
        aria-controls={palette.token ? listId : undefined}
        aria-activedescendant={
          palette.token && palette.entries.length > 0 ? `${listId}-${palette.chosen}` : undefined
        }
        placeholder={(suggestion ?? isTouch) ? 'Message…' : 'Message the session…'}
        onChange={({ target }) => {
          steps.current = 0
          setTouched(true)
          onText(target.value)
          setCaret(target.selectionStart)
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        onFocus={() => {
          setTouched(false)
          onFocused(true)
        }}
        onBlur={() => {
          palette.close()
          onFocused(false)
        }}
        onKeyDown={(event) => {
          if (isDone(event)) event.preventDefault()
        }}
        onPaste={onPaste}
      />
    </>
  )
}

/** While an approval is pending, Escape moves the focus to its card, where letters are shortcuts again. */
function focusApproval(field: HTMLElement | null): boolean {
  const card = field?.closest('.session-foot')?.querySelector<HTMLElement>('.approval')
  card?.focus()
  return card !== undefined && card !== null
}

/**
 * After a prompt was sent, the focus is in an empty field, where letters are text. The card of a new approval gets the focus,
 * unless something has been typed since.
 */
function useHandOver(
  field: React.RefObject<HTMLTextAreaElement | null>,
  isUnused: boolean,
  waiting: string | undefined,
): void {
  useLayoutEffect(() => {
    if (isUnused && waiting !== undefined && document.activeElement === field.current)
      focusApproval(field.current)
  }, [field, isUnused, waiting])
}

function useHeight(field: React.RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the text
  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight + 2}px`
  }, [text])
}
