/** Beside the lines: which changes are shown, their files, and how many are viewed. */
import { useState } from 'react'
import type { SessionSummary } from '../../../api/resources.ts'
import { linesInWords } from '../../../api/review-comments.ts'
import type { ReviewScope } from '../../../api/review-files.ts'
import { DiffCounts } from '../../diff/diff-counts.tsx'
import { api } from '../../store/connection.ts'
import { useFetched } from '../../store/fetched.ts'
import { Button } from '../../ui/button.tsx'
import { ExpandIcon, RefreshIcon } from '../../ui/icons.ts'
import { KeyHint } from '../../ui/kbd.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { Meter } from '../../ui/meter.tsx'
import { CommentCard } from '../comments/comment-card.tsx'
import type { KeptComment } from '../comments/kept-comments.ts'
import { CompareDialog } from '../compare-dialog.tsx'
import { nameOfScope, SCOPES } from '../scope.ts'
import type { File, Viewed } from '../viewed.ts'
import { FileTree } from './file-tree.tsx'
import './tree.css'

interface Props {
  files: readonly File[]
  /** How many files only others have changed. They stand at the end of `files` if they are shown. */
  foreign: number
  showsForeign: boolean
  onForeign: (isShown: boolean) => void
  isKnown: boolean
  /** Whether their lines are. */
  isCounted: boolean
  isPending: boolean
  current: string | undefined
  viewed: Viewed
  comments: ReadonlyMap<string, readonly KeptComment[]>
  session: SessionSummary
  scope: ReviewScope
  turns: number
  note: string | undefined
  onScope: (scope: ReviewScope) => void
  onGo: (path: string) => void
  onAgain: () => void
}

export function TreePane(props: Props) {
  const { files, isKnown, isCounted, current, viewed, comments, session, note, onGo } = props
  const added = files.reduce((sum, it) => sum + it.added, 0)
  const removed = files.reduce((sum, it) => sum + it.removed, 0)
  const done = files.filter(viewed.has).length
  const open = new Map(
    [...comments].map(([path, own]) => [path, own.filter((it) => it.status !== 'resolved').length]),
  )
  const sent = [...comments.values()].flat().filter(({ status }) => status === 'sent')
  const touched = sent.filter(({ place }) => place?.status === 'touched').length
  const elsewhere = [...comments].flatMap(([path, own]) =>
    files.some((it) => it.path === path) ? [] : own.filter((it) => it.status !== 'resolved'),
  )
  return (
    <nav className="tree" aria-label="Changed files">
      <div className="tree-head">
        {isKnown && (
          <p className="row">
            <strong className="number">{files.length === 1 ? '1 file' : `${files.length} files`}</strong>
            {isCounted && <DiffCounts added={added} removed={removed} />}
          </p>
        )}
        <span className="grow" />
        <ScopeMenu {...props} />
      </div>
      <FileTree
        files={files}
        foreign={props.foreign}
        current={current}
        viewed={viewed}
        comments={open}
        onGo={onGo}
        onForeign={() => props.onForeign(!props.showsForeign)}
      />
      <div className="tree-foot">
        {note !== undefined && <p className="tree-note">{note}</p>}
        {touched > 0 && (
          <p className="tree-note">
            {touched} of {sent.length} sent {sent.length === 1 ? 'comment' : 'comments'}: the lines changed
            since.
          </p>
        )}
        {elsewhere.length > 0 && (
          <details className="tree-elsewhere">
            <summary>
              {elsewhere.length === 1 ? '1 comment' : `${elsewhere.length} comments`} on files without changes
              here
            </summary>
            {elsewhere.map((comment) => (
              <div key={comment.id}>
                <p className="mono cut" title={comment.path}>
                  {comment.path}, {linesInWords(comment)}
                </p>
                <CommentCard session={session.id} comment={comment} />
              </div>
            ))}
          </details>
        )}
        {files.length > 0 && (
          <>
            <p className="row tree-viewed">
              <Meter
                part={done / files.length}
                label={`${done} of ${files.length} files viewed`}
                isWide
                isPlain
              />
              <span className="number soft" aria-hidden="true">
                {done} of {files.length} viewed
              </span>
            </p>
            <p className="tree-keys" aria-hidden="true">
              <span>
                <KeyHint name="j" /> <KeyHint name="k" /> file
              </span>
              <span>
                <KeyHint name="n" /> <KeyHint name="p" /> change
              </span>
              <span>
                <KeyHint name="c" /> comment
              </span>
              <span>
                <KeyHint name="x" /> viewed
              </span>
            </p>
          </>
        )}
      </div>
    </nav>
  )
}

function ScopeMenu({ session: { id }, scope, turns, isKnown, isPending, onScope, onAgain }: Props) {
  // Until the files are known, the folder may be in no repository.
  const checkpoints = useFetched(isKnown ? `checkpoints ${id} ${turns}` : undefined, async () => {
    const answer = await api.call('listCheckpoints', { params: { id } }).catch(() => undefined)
    return answer?.checkpoints ?? []
  })
  const [isComparing, setComparing] = useState(false)
  const states = (checkpoints.value ?? []).map(({ turn }) => turn)
  const numbers = states.filter((it) => it > 0)
  const hasTurns = numbers.length > 0
  const common = SCOPES.map((it): MenuEntry => {
    const isMissing = it.scope === 'turn' && !hasTurns
    return {
      name: it.name,
      about: isMissing ? 'Needs a worktree, or checkpoints in the project' : it.about,
      isChosen: it.scope === scope.scope && scope.turn === undefined && scope.since === undefined,
      isDisabled: isMissing,
      run: () => onScope({ scope: it.scope }),
    }
  })
  const each = numbers
    .slice(-20)
    .reverse()
    .map(
      (turn, index): MenuEntry => ({
        name: `Turn ${turn}`,
        isChosen: scope.turn === turn && scope.since === undefined,
        ...(index === 0 && { groupName: 'Turns' }),
        run: () => onScope({ scope: 'turn', turn }),
      }),
    )
  const compare: MenuEntry = {
    name: 'Compare…',
    about: 'Any two states: base, after a turn, now',
    isChosen: scope.since !== undefined,
    isDisabled: !hasTurns,
    run: () => setComparing(true),
  }
  const refresh: MenuEntry = {
    name: 'Refresh',
    icon: RefreshIcon,
    shortcut: 'r',
    startsGroup: true,
    isDisabled: isPending,
    run: onAgain,
  }
  return (
    <>
      <Menu label="Which changes" entries={[...common, compare, ...each, refresh]}>
        <Button
          size="small"
          kind="quiet"
          className="tree-scope"
          aria-label={`Which changes: ${nameOfScope(scope)}`}
        >
          <span className="cut">{nameOfScope(scope)}</span>
          <ExpandIcon />
        </Button>
      </Menu>
      {isComparing && (
        <CompareDialog turns={states} scope={scope} onCompare={onScope} onClose={() => setComparing(false)} />
      )}
    </>
  )
}
