/** One changed file: its name and what can be done with it, and below its lines, pictures, or why they are not shown. */
import { useState } from 'react'
import type { SessionSummary } from '../../api/resources.ts'
import type { ReviewScope } from '../../api/review-files.ts'
import { DiffCounts } from '../diff/diff-counts.tsx'
import { editorAddress, useEditorTemplate } from '../files/editor.ts'
import { fileAddress, navigate } from '../router.ts'
import { useAction } from '../store/action.ts'
import { useMedia } from '../store/media.ts'
import { useStored } from '../store/stored.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Choice } from '../ui/choice.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { BackIcon, CopyIcon, FileIcon, ForwardIcon, MoreIcon } from '../ui/icons.ts'
import { KeyHint } from '../ui/kbd.tsx'
import { Menu } from '../ui/menu.tsx'
import { count } from '../ui/numbers.ts'
import { Tag } from '../ui/tag.tsx'
import { toastFailure } from '../ui/toast/toasts.ts'
import { useFileActions } from './actions/use-file-actions.tsx'
import type { KeptComment } from './comments/kept-comments.ts'
import { BinaryPreview } from './diff/binary-preview.tsx'
import { DiffPane } from './diff/diff-pane.tsx'
import { useFileDiff } from './diff/use-file-diff.ts'
import type { File } from './viewed.ts'

interface Props {
  summary: SessionSummary
  scope: ReviewScope
  top: string
  file: File
  /** Whether its lines are counted. */
  isCounted: boolean
  isViewed: boolean
  onViewed: (isViewed: boolean) => void
  comments: readonly KeptComment[]
  /** The changes are different now. */
  onChanged: () => void
  /** To the list of files, where both do not fit. */
  onBack: () => void
}

const VIEWS = [
  ['unified', 'Unified'],
  ['split', 'Split'],
] as const
/** There is no room for two columns of code. */
const NARROW = '(max-width: 64rem)'
const WIDE = '(min-width: 80rem)'
/** Longer changes are shown on request. */
const MAX_LINES = 200_000

export function FilePane(props: Props) {
  const { summary, scope, top, file, isCounted, isViewed, onViewed, comments, onChanged, onBack } = props
  const { path, added, removed, isBinary, isGenerated } = file
  const [kept, keep] = useStored('review-view')
  const editor = editorAddress(useEditorTemplate(), `${top}/${path}`, undefined)
  const isNarrow = useMedia(NARROW)
  const isWide = useMedia(WIDE)
  const isSplit = !isNarrow && (kept === undefined ? isWide : kept === 'split')
  const [isOpen, setOpen] = useState(false)
  const isFolder = path.endsWith('/')
  const isClosed = (isGenerated || added + removed > MAX_LINES) && !isOpen && comments.length === 0
  const loaded = useFileDiff(summary.id, scope, file, !isBinary && !isFolder && !isClosed)
  const { answer, diff, shown } = loaded
  const actions = useFileActions(summary, scope, file, answer, onChanged)
  const copy = useAction(() => navigator.clipboard.writeText(path), { onFailure: toastFailure })
  return (
    <section className="review-file" aria-label={path}>
      <header className="review-file-head">
        <IconButton label="Files" icon={BackIcon} size="small" className="review-back" onClick={onBack} />
        <FileIcon />
        <h3 className="mono cut" title={file.from === undefined ? path : `${file.from} → ${path}`}>
          {file.from !== undefined && <span className="review-from">{file.from} → </span>}
          {path}
        </h3>
        {isCounted && !isBinary && <DiffCounts added={added} removed={removed} />}
        {isGenerated && <Tag>Generated</Tag>}
        {file.status === 'conflicted' && <Tag tone="danger">Conflict</Tag>}
        <span className="grow" />
        {!isNarrow && !isBinary && (
          <Choice label="View" options={VIEWS} value={isSplit ? 'split' : 'unified'} onChoose={keep} />
        )}
        <Checkbox checked={isViewed} onChange={onViewed} className="row review-viewed">
          Viewed <KeyHint name="x" />
        </Checkbox>
        <Menu
          label="File actions"
          entries={[
            ...actions.entries,
            {
              name: 'Open the file',
              icon: FileIcon,
              startsGroup: true,
              run: () => navigate(fileAddress(summary.id, { path: `${top}/${path}` })),
            },
            ...(editor === undefined
              ? []
              : [{ name: 'Open in editor', icon: ForwardIcon, run: () => location.assign(editor) }]),
            { name: 'Copy path', icon: CopyIcon, run: () => void copy.run() },
          ]}
        >
          <IconButton label="File actions" icon={MoreIcon} size="small" />
        </Menu>
      </header>
      <Failure error={actions.error} />
      <Failure error={loaded.error} again={loaded.again} />
      {isFolder ? (
        <Empty title="Another repository" icon={FileIcon}>
          <p>The folder is a repository of its own, and git looks at it as a whole.</p>
        </Empty>
      ) : isBinary ? (
        <BinaryPreview session={summary.id} scope={scope} file={file} />
      ) : isClosed ? (
        <Empty title={isGenerated ? 'Generated file' : 'Long diff'} icon={FileIcon}>
          <p>
            {count(added)} lines added, {count(removed)} removed.
          </p>
          <Button onClick={() => setOpen(true)}>Show the diff</Button>
        </Empty>
      ) : answer && diff && shown ? (
        <DiffPane
          session={summary.id}
          scope={scope}
          path={path}
          answer={answer}
          diff={diff}
          shown={shown}
          isSplit={isSplit}
          comments={comments}
          onStage={actions.stage}
          onRevert={actions.revert}
        />
      ) : (
        loaded.isPending && <p className="loading">Loading the diff…</p>
      )}
      {actions.dialogs}
    </section>
  )
}
