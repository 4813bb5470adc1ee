/** Compares any two states of a session: the base, after a turn, and now. */
import { useState } from 'react'
import type { ReviewScope } from '../../api/review-files.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'

interface Props {
  /** Of which there are checkpoints, in their order; 0 is the state before the first. */
  turns: readonly number[]
  scope: ReviewScope
  onCompare: (scope: ReviewScope) => void
  onClose: () => void
}

const NOW = { value: 'now', name: 'The folder as it is now' }
const BASE = { value: 'base', name: 'Base' }

export function CompareDialog({ turns, scope, onCompare, onClose }: Props) {
  const last = String(turns.at(-1) ?? 0)
  const [from, setFrom] = useState(String(scope.since ?? 'base'))
  const [to, setTo] = useState(scope.scope === 'turn' ? String(scope.turn ?? last) : NOW.value)
  const states = turns.map((turn) => ({
    value: String(turn),
    name: turn === 0 ? 'Before the first turn' : `After turn ${turn}`,
  }))
  const isSame = from === to
  return (
    <Dialog
      title="Compare"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            disabled={isSame}
            onClick={() => {
              onCompare(scopeOf(from, to))
              onClose()
            }}
          >
            Compare
          </Button>
        </>
      }
    >
      <div className="stack">
        <Field label="From">
          {(control) => <Select {...control} options={[BASE, ...states]} value={from} onChoose={setFrom} />}
        </Field>
        <Field label="To">
          {(control) => <Select {...control} options={[...states, NOW]} value={to} onChoose={setTo} />}
        </Field>
        {isSame && <p className="soft">Both are the same state.</p>}
      </div>
    </Dialog>
  )
}

function scopeOf(from: string, to: string): ReviewScope {
  const since = from === 'base' ? from : Number(from)
  if (to !== NOW.value) return { scope: 'turn', turn: Number(to), since }
  return since === 'base' ? { scope: 'base' } : { scope: 'base', since }
}
