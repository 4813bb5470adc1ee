import { useContext, useState } from 'react'
import type { Item } from '../../state/transcript/items.ts'
import { navigate, sessionAddress } from '../router.ts'
import { newId, useAction } from '../store/action.ts'
import { api } from '../store/connection.ts'
import { When } from '../ui/age.tsx'
import { Failure } from '../ui/failure.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import {
  CheckIcon,
  CopyIcon,
  ForkIcon,
  type Icon,
  JsonIcon,
  LinkIcon,
  MoreIcon,
  RewindIcon,
} from '../ui/icons.ts'
import { JsonText } from '../ui/raw-json.tsx'
import { showToast } from '../ui/toast/toasts.ts'
import { RewindContext, SessionContext } from './context.ts'
import { copiedText } from './copied-text.ts'
import { useFold } from './folds.ts'
import './item-tools.css'

interface Props {
  item: Item
  canFork: boolean
  /** Whether the pointer or the focus has been in the item; until then only the button that opens the rest is rendered. */
  isNear: boolean
}

export function ItemTools({ item, canFork, isNear }: Props) {
  const [isOpen, toggle] = useFold(`more ${item.id}`)
  const [hasJson, toggleJson] = useFold(`json ${item.id}`)
  const session = useContext(SessionContext)
  const { uuid } = item
  return (
    <>
      <div className="item-tools" data-open={isOpen}>
        <button type="button" className="item-more" aria-label="More" aria-expanded={isOpen} onClick={toggle}>
          <MoreIcon />
        </button>
        {(isNear || isOpen) && (
          <div className="item-strip">
            {(item.kind !== 'user' || item.synthetic) && <When at={item.at} className="item-time" />}
            <CopyTool label="Copy" icon={CopyIcon} text={() => copiedText(item)} />
            <CopyTool
              label="Copy link"
              icon={LinkIcon}
              text={() => location.origin + sessionAddress(session, 'transcript', item.seq)}
            />
            {canFork && uuid !== undefined && isForkable(item) && <Fork at={uuid} />}
            {canFork && uuid !== undefined && item.kind === 'user' && !item.synthetic && <Rewind to={uuid} />}
            <IconButton
              label="JSON"
              icon={JsonIcon}
              size="small"
              aria-expanded={hasJson}
              onClick={toggleJson}
            />
          </div>
        )}
      </div>
      {hasJson && <JsonText value={item} />}
    </>
  )
}

const DONE_MS = 1500

function CopyTool({ label, icon, text }: { label: string; icon: Icon; text: () => string }) {
  const [isDone, setDone] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text())
      setDone(true)
      setTimeout(() => setDone(false), DONE_MS)
    } catch {
      showToast({ tone: 'danger', text: 'The browser does not allow copying here.' })
    }
  }
  return (
    <IconButton
      label={isDone ? 'Copied' : label}
      icon={isDone ? CheckIcon : icon}
      size="small"
      onClick={copy}
    />
  )
}

function Fork({ at }: { at: string }) {
  const session = useContext(SessionContext)
  const { run, isPending, error } = useAction(async () => {
    const id = newId()
    await api.call('forkSession', { params: { id: session }, body: { commandId: newId(), id, at } })
    navigate(sessionAddress(id))
  })
  return (
    <>
      <IconButton
        label="Fork from here"
        icon={ForkIcon}
        size="small"
        isPending={isPending}
        onClick={() => void run()}
      />
      <Failure error={error} />
    </>
  )
}

function Rewind({ to }: { to: string }) {
  const rewind = useContext(RewindContext)
  return (
    <IconButton label="Rewind files to here…" icon={RewindIcon} size="small" onClick={() => rewind(to)} />
  )
}

/** Whether the CLI's own history has the item. */
function isForkable({ kind }: Item): boolean {
  return kind !== 'notice' && kind !== 'raw' && kind !== 'compaction' && kind !== 'removed'
}
