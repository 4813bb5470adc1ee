/** Everything by its name in one overlay: sessions, actions, files, texts, earlier prompts, pages. It is loaded when it opens first. */
import { Dialog as Base } from '@base-ui/react/dialog'
import { Command } from 'cmdk'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { MAX_PANES, navigate, type Route, splitAddress } from '../router.ts'
import { useAction } from '../store/action.ts'
import { useLive, useSession } from '../store/use-live.ts'
import { SearchIcon, WorkingIcon } from '../ui/icons.ts'
import { Kbd, KeyHint, keyName } from '../ui/kbd.tsx'
import { keepEscape } from '../ui/popup-escape.ts'
import { Spinner } from '../ui/spinner.tsx'
import { toastFailure } from '../ui/toast/toasts.ts'
import { useGroups } from './groups.ts'
import type { Item } from './item.ts'
import { addRecent } from './recent.ts'
import '../ui/dialog.css'
import './palette.css'

interface Props {
  route: Route
  onShortcuts: () => void
  onClose: () => void
}

export function Palette({ route, onShortcuts, onClose }: Props) {
  const { sessions = [] } = useLive()
  const shownId = route.view === 'session' ? route.id : ''
  const current = sessions.find(({ id }) => id === shownId)
  const state = useSession(shownId)
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState('')
  const [asking, setAsking] = useState<Item>()
  const list = useRef<HTMLDivElement>(null)
  const groups = useGroups(typed, { sessions, current, state, onShortcuts })
  const shown = asking ? [] : groups
  const items = shown.flatMap((group) => group.items)
  const run = useAction(async (item: Item, text: string) => item.run(text), { onFailure: toastFailure })
  const take = (item: Item, text = '') => {
    addRecent(item.id)
    if (item.asks !== undefined && !asking) {
      setAsking(item)
      setTyped(item.id === 'rename' ? (current?.title ?? '') : '')
      return
    }
    onClose()
    void run.run(item, text)
  }
  // What the host finds comes later: the first item stays the chosen one until another is chosen.
  const first = items[0]?.id ?? ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: another query begins at its first item
  useEffect(() => {
    setChosen(first)
    list.current?.scrollTo({ top: 0 })
  }, [typed, first])
  const openBeside = () => {
    const beside = items.find(({ id }) => id === chosen)?.session
    if (beside === undefined) return
    const panes = route.view === 'split' ? route.ids : shownId === '' ? [] : [shownId]
    onClose()
    navigate(splitAddress([...panes.filter((id) => id !== beside), beside].slice(-MAX_PANES)))
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.key !== 'Enter') return
    if (asking && typed.trim() !== '') take(asking, typed.trim())
    else if (!asking && (event.ctrlKey || event.metaKey)) openBeside()
    else return
    event.preventDefault()
  }
  return (
    <Base.Root
      open
      onOpenChange={(isOpen, details) => {
        keepEscape(details)
        if (!isOpen) onClose()
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="dialog-scrim" />
        <Base.Popup className="dialog command-palette" aria-label="Search and commands">
          <Command
            label="Search and commands"
            shouldFilter={false}
            vimBindings={false}
            loop
            value={chosen}
            onValueChange={setChosen}
            onKeyDown={pressed}
          >
            <div className="palette-field">
              <SearchIcon />
              <Command.Input
                value={typed}
                onValueChange={setTyped}
                placeholder={asking?.asks ?? 'Search or jump to…'}
                maxLength={500}
              />
              <KeyHint name="Esc" />
            </div>
            {!asking && (
              <Command.List ref={list} label="Results">
                {items.length === 0 && <p className="palette-empty soft">No results</p>}
                {shown.map(({ name, items: members }) => (
                  <Command.Group key={name} heading={name} value={name}>
                    {members.map((item) => (
                      <Line
                        key={item.id}
                        item={item}
                        isChosen={item.id === chosen}
                        onTake={() => take(item)}
                      />
                    ))}
                  </Command.Group>
                ))}
              </Command.List>
            )}
            <footer className="palette-foot soft" aria-hidden="true">
              {asking ? (
                <span>
                  <Kbd>↵</Kbd> Rename
                </span>
              ) : (
                <>
                  <span>
                    <Kbd>↑</Kbd>
                    <Kbd>↓</Kbd> Move
                  </span>
                  <span>
                    <Kbd>↵</Kbd> Open
                  </span>
                  <span>
                    <Kbd>{keyName('Mod+Enter')}</Kbd> Open beside
                  </span>
                  <span className="grow" />
                  <span>
                    <Kbd>&gt;</Kbd> Actions
                  </span>
                  <span>
                    <Kbd>#</Kbd> Text
                  </span>
                </>
              )}
            </footer>
          </Command>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

function Line({ item, isChosen, onTake }: { item: Item; isChosen: boolean; onTake: () => void }) {
  const { id, title, icon: Shown, tone, hint, shortcut, isCode, places = [] } = item
  return (
    <Command.Item className="palette-line" value={id} onSelect={onTake}>
      <span className="session-sign" data-tone={tone ?? 'neutral'}>
        {Shown === WorkingIcon ? <Spinner /> : <Shown />}
      </span>
      <span className={`cut ${isCode ? 'mono' : ''}`}>
        <Marked text={title} places={places} />
      </span>
      <span className="palette-hint soft">
        {hint && <span className="cut">{hint}</span>}
        {shortcut && <KeyHint name={keyName(shortcut)} />}
        {isChosen && !shortcut && <KeyHint name="↵" />}
      </span>
    </Command.Item>
  )
}

/** Letters in a row share an element. */
function Marked({ text, places }: { text: string; places: readonly number[] }) {
  if (places.length === 0) return <>{text}</>
  const isFound = new Set(places)
  const parts: { text: string; isFound: boolean }[] = []
  for (let at = 0; at < text.length; at++) {
    const last = parts.at(-1)
    const letter = text[at] as string
    if (last && last.isFound === isFound.has(at)) last.text += letter
    else parts.push({ text: letter, isFound: isFound.has(at) })
  }
  return (
    <>
      {parts.map((part, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a title have no other name than their place
        part.isFound ? <em key={index}>{part.text}</em> : part.text,
      )}
    </>
  )
}
