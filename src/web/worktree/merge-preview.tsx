/** What a merge would do, or the files in its way and the way out. */
import { type ReactNode, useState } from 'react'
import type { MergeKind, MergePreview as Preview, Worktree } from '../../api/work.ts'
import { promptOfMerge } from '../../api/work-prompts.ts'
import { DiffCounts } from '../diff/diff-counts.tsx'
import { navigate, sessionAddress } from '../router.ts'
import { newId, useAction } from '../store/action.ts'
import { api } from '../store/connection.ts'
import { When } from '../ui/age.tsx'
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/failure.tsx'
import { Note } from '../ui/note.tsx'
import { showToast } from '../ui/toast/toasts.ts'
import { FileNames } from './file-names.tsx'

interface Props {
  session: string
  how: MergeKind
  preview: Preview
  worktree: Worktree | undefined
  onClose: () => void
}

export function MergePreview({ session, how, preview, worktree, onClose }: Props) {
  const { into, commits, files, conflicts, uncommitted } = preview
  return (
    <>
      {uncommitted.length > 0 && (
        <Note tone="needs-you">
          <p>Not committed, and not merged:</p>
          <FileNames paths={uncommitted} />
        </Note>
      )}
      {conflicts.length > 0 ? (
        <Conflicts session={session} how={how} preview={preview} worktree={worktree} onClose={onClose} />
      ) : commits.length === 0 ? (
        <p>
          <code>{into}</code> has all commits of this branch: there is nothing to merge.
        </p>
      ) : (
        <>
          <section aria-labelledby="merge-commits">
            <h3 id="merge-commits">{commits.length === 1 ? '1 commit' : `${commits.length} commits`}</h3>
            <Shortened rows={commits} list="merge-rows">
              {({ id, subject, at }) => (
                <li key={id} className="row">
                  <code>{id.slice(0, 8)}</code>
                  <span className="cut grow">{subject}</span>
                  <When className="soft small" at={at} />
                </li>
              )}
            </Shortened>
          </section>
          <section aria-labelledby="merge-files">
            <h3 id="merge-files">{files.length === 1 ? '1 file' : `${files.length} files`}</h3>
            <Shortened rows={files} list="merge-rows mono">
              {({ path, added, removed, isBinary }) => (
                <li key={path} className="row">
                  <span className="cut grow" title={path}>
                    {path}
                  </span>
                  {isBinary ? (
                    <span className="tag">binary</span>
                  ) : (
                    <DiffCounts added={added} removed={removed} />
                  )}
                </li>
              )}
            </Shortened>
          </section>
        </>
      )}
    </>
  )
}

function Conflicts({ session, how, preview, worktree, onClose }: Props) {
  const { into, conflicts } = preview
  const resolve = useAction(async () => {
    const text = promptOfMerge(how, preview, worktree?.branch ?? '')
    await api.call('sendMessage', {
      params: { id: session },
      body: { commandId: newId(), id: newId(), text },
    })
    showToast({
      text: 'The agent was asked to resolve the conflicts. Merge again afterwards.',
      tone: 'success',
    })
    onClose()
    navigate(sessionAddress(session))
  })
  return (
    <Note tone="danger">
      <p>
        {conflicts.length === 1 ? 'This file was' : `These ${conflicts.length} files were`} changed here and
        in <code>{into}</code>. Nothing can be merged until the conflicts are resolved in this session’s
        branch.
      </p>
      <FileNames paths={conflicts} />
      <p>
        <Button size="small" action={resolve}>
          Ask the agent to resolve
        </Button>
      </p>
      <Failure error={resolve.error} />
    </Note>
  )
}

const SHOWN = 8

interface ShortenedProps<T> {
  rows: readonly T[]
  list: string
  children: (row: T) => ReactNode
}

function Shortened<T>({ rows, list, children }: ShortenedProps<T>) {
  const [isAll, setAll] = useState(rows.length <= SHOWN + 1)
  return (
    <>
      <ul className={list}>{(isAll ? rows : rows.slice(0, SHOWN)).map(children)}</ul>
      {!isAll && (
        <Button size="small" kind="quiet" onClick={() => setAll(true)}>
          Show all {rows.length}
        </Button>
      )}
    </>
  )
}
