import type { JsonObject } from '../../../protocol/json.ts'
import { inputOf } from '../../../state/approvals/request.ts'
import type { ApprovalView } from '../../../state/approvals/view.ts'
import { objectsIn, textIn } from '../../../state/fields.ts'
import { DiffView } from '../../diff/diff-view.tsx'
import { api } from '../../store/connection.ts'
import { useFetched } from '../../store/fetched.ts'

/** Relative to the session's folder if the path is inside it. */
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
          {/** biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls */}
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

function InputFields({ input }: { input: JsonObject }) {
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

function WriteDiff({ session, path, content }: { session: string; path: string; content: string }) {
  const file = useFetched(`${session} ${path}`, () => api.call('getFile', { query: { session, path } }))
  if (file.isPending && !file.value) return <p className="soft">Reading what is there now…</p>
  const { value } = file
  const note = !value
    ? 'A new file, or one outside the session’s folders: all of it is shown as added.'
    : value.encoding === 'base64'
      ? 'The file there now is not text: it would be replaced.'
      : value.isCut
        ? 'The file there now is very long: only its beginning is compared.'
        : undefined
  return (
    <div className="approval-diff">
      {note && <p className="soft small">{note}</p>}
      <DiffView before={value?.encoding === 'utf8' ? value.contents : ''} after={content} path={path} />
    </div>
  )
}
