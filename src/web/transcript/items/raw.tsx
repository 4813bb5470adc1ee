import { objectIn, textIn } from '../../../state/fields.ts'
import type { RawItem } from '../../../state/transcript/items.ts'
import { JsonText } from '../../ui/raw-json.tsx'
import { Fold } from '../fold.tsx'

export function Raw({ item: { id, value, reason } }: { item: RawItem }) {
  const fields = objectIn(value)
  const name = [textIn(fields?.type), textIn(fields?.subtype)].filter((it) => it !== undefined).join('/')
  return (
    <div className="raw">
      <Fold
        name={`raw ${id}`}
        label={
          <>
            Unknown message {name && <code>{name}</code>} {reason}
          </>
        }
      >
        {() => <JsonText value={value} />}
      </Fold>
    </div>
  )
}
