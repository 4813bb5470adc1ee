import type { JsonObject } from '../../../protocol/json.ts'

/** The fields of an input, long texts in full. */
export function InputFields({ input }: { input: JsonObject }) {
  const fields = Object.entries(input)
  if (fields.length === 0) return null
  return (
    <dl className="approval-facts approval-input">
      {fields.map(([name, value]) => (
        <div key={name}>
          <dt className="mono">{name}</dt>
          <dd>
            <FieldValue value={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function FieldValue({ value }: { value: unknown }) {
  if (typeof value !== 'string') return <pre>{JSON.stringify(value, null, 2)}</pre>
  return value.includes('\n') ? <pre>{value}</pre> : <span>{value}</span>
}
