/** What a tool is about to do, in the form that can be judged best: a command in full, a diff, a text. */

import { inputOf } from '../../../state/approvals/request.ts'
import type { ApprovalView } from '../../../state/approvals/view.ts'
import { objectsIn, textIn } from '../../../state/fields.ts'
import { DiffView } from '../../diff/diff-view.tsx'
import { InputFields } from './input-fields.tsx'
import { WriteDiff } from './write-diff.tsx'

/** As seen from the session's folder, where it is in there. */
function within(folder: string, path: string | undefined): string | undefined {
  return path?.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path
}

export function ToolWhat({ request }: { request: ApprovalView }) {
  const input = inputOf(request.request)
  const path = within(request.cwd, textIn(input.file_path))
  const describes = textIn(request.request.description) ?? textIn(input.description)
  switch (request.toolName) {
    case 'Bash': {
      const { command, description: _, ...rest } = input
      if (typeof command !== 'string') break
      return (
        <>
          {describes && <p>{describes}</p>}
          {/** biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
          <pre className="approval-command" tabIndex={0}>
            {command}
          </pre>
          <InputFields input={rest} />
        </>
      )
    }
    case 'Edit': {
      const { old_string: before, new_string: after } = input
      if (path === undefined || typeof before !== 'string' || typeof after !== 'string') break
      return (
        <>
          {input.replace_all === true && <p className="tag">everywhere in the file</p>}
          <div className="approval-diff">
            <DiffView before={before} after={after} path={path} />
          </div>
        </>
      )
    }
    case 'MultiEdit': {
      const edits = objectsIn(input.edits)
      if (path === undefined || !edits) break
      return (
        <div className="approval-diff stack">
          {edits.map((edit, index) => (
            <DiffView
              // biome-ignore lint/suspicious/noArrayIndexKey: the edits of a request never change
              key={index}
              path={`${path} (${index + 1} of ${edits.length})`}
              before={textIn(edit.old_string) ?? ''}
              after={textIn(edit.new_string) ?? ''}
            />
          ))}
        </div>
      )
    }
    case 'Write': {
      const content = textIn(input.content)
      if (path === undefined || content === undefined) break
      return <WriteDiff session={request.session} path={path} content={content} />
    }
  }
  return (
    <>
      {describes && <p>{describes}</p>}
      <InputFields input={input} />
    </>
  )
}
