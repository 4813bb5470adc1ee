/** The files that git reports as changed since the session began. Fetched again at the end of every turn. */
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Changes as Answer } from '../../api/resources.ts'
import { DiffCounts } from '../diff/diff-counts.tsx'
import { PatchView } from '../diff/patch-view.tsx'
import { useShortcuts } from '../keys/keys.ts'
import { api } from '../store/connection.ts'
import { useFetched } from '../store/fetched.ts'
import { useSession } from '../store/use-live.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { count } from '../ui/numbers.ts'
import { type File, FileIndex } from './file-index.tsx'
import { splitDiff } from './split.ts'
import './changes.css'

export function Changes({ id }: { id: string; seq: number }) {
  const turns = useSession(id).turns.past.size
  const { value, error, isPending, again } = useFetched(`changes:${id}`, () =>
    api.call('getChanges', { params: { id } }),
  )
  const asked = useRef(turns)
  useEffect(() => {
    if (asked.current === turns) return
    asked.current = turns
    again()
  }, [turns, again])
  useShortcuts('Changes', [{ key: 'r', does: 'ask git again', run: again }])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls
    <div className="panel changes" tabIndex={0}>
      <header className="row wrap changes-head">
        <h2 className="grow">{value?.isRepository ? sumOf(value) : 'Changes'}</h2>
        {value?.base && (
          <span className="soft small">
            since <code>{value.base.slice(0, 10)}</code>
          </span>
        )}
        <Button size="small" isPending={isPending} onClick={again}>
          Refresh
        </Button>
      </header>
      <Failure error={error} again={again} />
      {value ? <Body answer={value} /> : isPending && <p className="soft">Asking git…</p>}
    </div>
  )
}

function sumOf({ files }: Answer): string {
  const added = files.reduce((sum, it) => sum + it.added, 0)
  const removed = files.reduce((sum, it) => sum + it.removed, 0)
  return `${files.length} ${files.length === 1 ? 'file' : 'files'} changed, +${count(added)} −${count(removed)}`
}

/** How many changed lines are open at first. */
const OPEN_LINES = 2000

function Body({ answer }: { answer: Answer }) {
  const { files, diff, isCut } = answer
  const pieces = useMemo(() => splitDiff(diff), [diff])
  const patches = useMemo(() => new Map(pieces.map(({ path, patch }) => [path, patch])), [pieces])
  const [current, setCurrent] = useState<string>()
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const list = useRef<HTMLDivElement>(null)
  const go = (path: string) => {
    setCurrent(path)
    setOpened((before) => new Set(before).add(path))
    const section = [...(list.current?.children ?? [])].find(
      (it): it is HTMLElement => it instanceof HTMLElement && it.dataset.path === path,
    )
    section?.scrollIntoView({ block: 'start' })
    section?.focus({ preventScroll: true })
  }
  const step = (by: number) => {
    const at = files.findIndex(({ path }) => path === current)
    const next = at < 0 ? files[by > 0 ? 0 : files.length - 1] : files[at + by]
    if (next) go(next.path)
  }
  useShortcuts('Files', [
    { key: ']', does: 'next file', run: () => step(1) },
    { key: '[', does: 'file before', run: () => step(-1) },
  ])
  if (!answer.isRepository)
    return (
      <Empty title="Not a git repository">
        <p>{answer.note ?? 'What a session changes is told by git, and its folder is in no repository.'}</p>
      </Empty>
    )
  if (files.length === 0)
    return (
      <Empty title="Nothing changed">
        <p>The folder is as it was when the session began.</p>
      </Empty>
    )
  let lines = 0
  return (
    <div className="changes-body">
      <FileIndex files={files} current={current} onGo={go} />
      <div ref={list} className="changes-files">
        {answer.note !== undefined && <p className="changes-cut">{answer.note}</p>}
        {isCut && <p className="changes-cut">Too much changed to show all of it: the diff ends early.</p>}
        {files.map((file) => {
          lines += file.added + file.removed
          return (
            <ChangedFile
              key={file.path}
              file={file}
              patch={patches.get(file.path)}
              isCut={isCut && pieces.at(-1)?.path === file.path}
              isOpen={lines <= OPEN_LINES || opened.has(file.path)}
              onOpen={() => setOpened(new Set(opened).add(file.path))}
            />
          )
        })}
      </div>
    </div>
  )
}

interface Props {
  file: File
  /** Undefined if the diff was cut before this file. */
  patch: string | undefined
  isCut: boolean
  isOpen: boolean
  onOpen: () => void
}

function ChangedFile({ file, patch, isCut, isOpen, onOpen }: Props) {
  const { path, added, removed, isBinary, status } = file
  return (
    <section className="changes-file" data-path={path} tabIndex={-1} aria-label={path}>
      {patch !== undefined && isOpen && !isBinary ? (
        <PatchView patch={patch} />
      ) : (
        <div className="card row wrap">
          <span className="mono grow changes-path">{path}</span>
          {isBinary ? (
            <span className="soft">Binary file, {status}</span>
          ) : patch === undefined ? (
            <span className="soft">Left out: the diff is too long</span>
          ) : (
            <>
              <DiffCounts added={added} removed={removed} />
              <Button size="small" onClick={onOpen}>
                Show
              </Button>
            </>
          )}
        </div>
      )}
      {isCut && <p className="changes-cut">The diff ends here: it is too long.</p>}
    </section>
  )
}
