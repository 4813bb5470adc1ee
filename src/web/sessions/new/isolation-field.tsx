/** Whether a new session is kept from the host itself. A host that requires it isolates every session. */
interface Props {
  value: boolean
  onChange: (isIsolated: boolean) => void
}

export function IsolationField({ value, onChange }: Props) {
  return (
    <label className="row">
      <input type="checkbox" checked={value} onChange={({ target }) => onChange(target.checked)} />
      <span>
        Isolate it from the host{' '}
        <span className="soft small">
          (it sees neither the host’s token and journal, so that it cannot approve itself, nor your other
          processes)
        </span>
      </span>
    </label>
  )
}
