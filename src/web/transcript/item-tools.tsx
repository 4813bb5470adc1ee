import { useContext } from 'react'
import type { Item } from '../../state/transcript/items.ts'
import { navigate, sessionAddress } from '../router.ts'
import { newId, useAction } from '../store/action.ts'
import { api } from '../store/connection.ts'
import { When } from '../ui/age.tsx'
import { Button } from '../ui/button.tsx'
import { Copy } from '../ui/copy.tsx'
import { Failure } from '../ui/failure.tsx'
import { MoreIcon } from '../ui/icons.ts'
import { JsonText } from '../ui/raw-json.tsx'
import { RewindContext, SessionContext } from './context.ts'
import { copiedText } from './copied-text.ts'
import { useFold } from './folds.ts'

interface Props {
  item: Item
  canFork: boolean
  /** Whether the pointer has been over the item; until then only the button that opens the rest is rendered. */
  isNear: boolean
}

export function ItemTools({ item, canFork, isNear }: Props) {
  const [isOpen, toggle] = useFold(`more ${item.id}`)
  const [hasJson, toggleJson] = useFold(`json ${item.id}`)
  return (
    <>
      <div className="item-tools" data-open={isOpen}>
        <button type="button" className="item-more" aria-label="More" aria-expanded={isOpen} onClick={toggle}>
          <MoreIcon />
        </button>
        {(isNear || isOpen) && (
          <div className="item-strip">
            <span className="soft small">
              <When at={item.at} />
            </span>
            <Copy text={() => copiedText(item)} />
            <Button kind="quiet" size="small" aria-expanded={hasJson} onClick={toggleJson}>
              JSON
            </Button>
            {canFork && item.uuid !== undefined && isForkable(item) && <Fork at={item.uuid} />}
            {canFork && item.uuid !== undefined && item.kind === 'user' && !item.synthetic && (
              <Rewind to={item.uuid} />
            )}
          </div>
        )}
      </div>
      {hasJson && <JsonText value={item} />}
    </>
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
      <Button
        kind="quiet"
        size="small"
        title="A new session that has everything up to here"
        isPending={isPending}
        onClick={run}
      >
        Fork from here
      </Button>
      <Failure error={error} />
    </>
  )
}

function Rewind({ to }: { to: string }) {
  const rewind = useContext(RewindContext)
  return (
    <Button
      kind="quiet"
      size="small"
      title="Put files back to what they were before this message; first you see which"
      onClick={() => rewind(to)}
    >
      Rewind files to here…
    </Button>
  )
}

/** Whether the CLI's own history has the item. */
function isForkable({ kind }: Item): boolean {
  return kind !== 'notice' && kind !== 'raw' && kind !== 'compaction' && kind !== 'removed'
}
