import { visibleJson } from '../../state/unseen.ts'
import { Copy } from './copy.tsx'
import { Disclosure } from './disclosure.tsx'
import './raw-json.css'

/** A value as JSON, formatted when the user opens it. */
export function RawJson({ value, label = 'Raw JSON' }: { value: unknown; label?: string }) {
  return (
    <Disclosure label={label}>
      <JsonText value={value} />
    </Disclosure>
  )
}

const MAX = 200_000

/** Formatted JSON; the copy button copies all of it, also where the display is cut. */
export function JsonText({ value }: { value: unknown }) {
  const text = jsonOf(value)
  return (
    <div className="raw-json-text">
      <Copy text={text} label="Copy JSON" />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls */}
      <pre tabIndex={0}>
        {text.length <= MAX ? text : `${text.slice(0, MAX)}\n… ${text.length - MAX} more characters`}
      </pre>
    </div>
  )
}

export function jsonOf(value: unknown): string {
  try {
    return visibleJson(JSON.stringify(value, null, 2) ?? String(value))
  } catch (failure) {
    return `(cannot be written as JSON: ${failure instanceof Error ? failure.message : String(failure)})`
  }
}
