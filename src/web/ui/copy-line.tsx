import { Copy } from './copy.tsx'
import './copy-line.css'

/** A command to run in a terminal, with a button that copies the command. */
export function CopyLine({ command }: { command: string }) {
  return (
    <div className="copy-line">
      <span className="soft mono" aria-hidden="true">
        $
      </span>
      <code className="grow">{command}</code>
      <Copy text={command} label="Copy command" />
    </div>
  )
}
