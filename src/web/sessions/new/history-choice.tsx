import type { HistoryEntry } from '../../../api/resources.ts'
import { HistoryField } from './history-field.tsx'

export type Way = 'resume' | 'fork'
interface Props {
  entry: HistoryEntry | undefined
  onEntry: (entry: HistoryEntry) => void
  way: Way
  onWay: (way: Way) => void
}

const WAYS: readonly [Way, string, string][] = [
  ['resume', 'Go on with it', 'what is said here is added to the conversation'],
  ['fork', 'Fork it', 'a copy goes on here, the original stays as it is'],
]

/** Which conversation goes on, and whether the original is left alone. */
export function HistoryChoice({ entry, onEntry, way, onWay }: Props) {
  return (
    <>
      <HistoryField value={entry} onChange={onEntry} />
      {entry && (
        <fieldset className="new-set new-ways">
          <legend>
            In <code>{entry.cwd}</code>
          </legend>
          {WAYS.map(([name, label, about]) => (
            <label key={name} className="row">
              <input type="radio" name="way" checked={way === name} onChange={() => onWay(name)} />
              <span>
                {label} <span className="soft small">({about})</span>
              </span>
            </label>
          ))}
          {entry.session !== undefined && way === 'resume' && (
            <p className="small new-danger">
              A session here has it already. Two that go on with the same conversation write over each other:
              open that one, or fork.
            </p>
          )}
        </fieldset>
      )}
    </>
  )
}
