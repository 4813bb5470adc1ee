import { DiffView } from '../../diff/diff-view.tsx'
import { api } from '../../store/connection.ts'
import { useFetched } from '../../store/fetched.ts'

interface Props {
  session: string
  path: string
  content: string
}

/** What is written, against what the file has now. */
export function WriteDiff({ session, path, content }: Props) {
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
