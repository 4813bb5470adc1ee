/** A tool call as a row without borders: icon, name, argument, how long it ran, and how it ended. Its body opens below. */
import type { ReactNode } from 'react'
import { FileLink } from '../../files/file-link.tsx'
import type { FileReference } from '../../files/references.ts'
import { RawJson } from '../../ui/raw-json.tsx'
import type { Call } from '../call.ts'
import { useFold } from '../folds.ts'
import { CallStatusSign, CallTime, STATUS_WORDS, useIsAsked, WaitsForApproval } from './call-status.tsx'
import { iconOf } from './tool-icons.ts'
import './tools.css'

interface Props {
  call: Call
  /** Replaces the tool's name. */
  title?: string
  /** One line about the call. */
  about?: ReactNode
  /** The file that the call is about, as a link in place of `about`. */
  file?: FileReference | undefined
  /** Shown beside the status: a count, an exit code. */
  note?: ReactNode
  startsOpen?: boolean
  /** Undefined if there is no body. */
  children?: (() => ReactNode) | undefined
}

export function ToolCard({
  call,
  title = call.name,
  about,
  file,
  note,
  startsOpen = false,
  children,
}: Props) {
  const [isUnfolded, toggle] = useFold(`tool ${call.id}`, startsOpen)
  // While an approval is open, its card shows the request: once is enough.
  const isAsked = useIsAsked(call)
  const isOpen = isUnfolded && !isAsked
  const ToolIcon = iconOf(call.name)
  const name = (
    <>
      <ToolIcon className="tool-icon" />
      <span className="tool-name">{title}</span>
      {!file && about !== undefined && <span className="tool-about">{about}</span>}
    </>
  )
  return (
    <section className="tool" data-status={call.status} aria-label={`${title}: ${STATUS_WORDS[call.status]}`}>
      <div className="tool-head">
        {children && !isAsked ? (
          <button type="button" className="tool-toggle" aria-expanded={isOpen} onClick={toggle}>
            {name}
            {file && <span className="unseen">{file.path}</span>}
          </button>
        ) : (
          <span className="tool-toggle">{name}</span>
        )}
        {file && (
          <span className="tool-about tool-file">
            <FileLink {...file}>
              <code className="tool-path">{file.path}</code>
            </FileLink>
          </span>
        )}
        {call.wanted !== undefined && <span className="tag">input changed by you</span>}
        {note}
        {isAsked && call.approvalId !== undefined && <WaitsForApproval approvalId={call.approvalId} />}
        <CallTime call={call} />
        <CallStatusSign call={call} />
      </div>
      {children && isOpen && <div className="tool-body">{children()}</div>}
      {call.wanted !== undefined && isOpen && (
        <div className="tool-body">
          <RawJson value={call.wanted} label="Original input" />
        </div>
      )}
    </section>
  )
}
