/** Starts and ends the project's run script, and shows what it prints as it comes. */
import { useEffect, useRef } from 'react'
import { AnsiText } from '../ansi/ansi-text.tsx'
import { Button } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { Failure } from '../ui/failure.tsx'
import { EndIcon, ResumeIcon, WorkingIcon } from '../ui/icons.ts'
import { type Run, useRun } from './use-run.ts'
import '../review/actions/output.css'
import './projects.css'

const NEAR_END = 40

interface Props {
  folder: string
  /** It was confirmed and started. */
  onStarted?: () => void
}

export function RunPanel({ folder, onStarted }: Props) {
  const { view, output, error, start, stop, dialog } = useRun(folder, onStarted)
  const pane = useRef<HTMLPreElement>(null)
  const isAtEnd = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something was printed
  useEffect(() => {
    const { current } = pane
    if (current && isAtEnd.current) current.scrollTop = current.scrollHeight
  }, [output])
  const isRunning = view?.status === 'running'
  return (
    <div className="stack">
      <div className="row wrap">
        <span className="grow" role="status">
          <Words view={view} />
        </span>
        {isRunning ? (
          <Button action={stop}>
            <EndIcon />
            Stop
          </Button>
        ) : (
          <Button kind="primary" disabled={!view} action={start}>
            <ResumeIcon />
            Run
          </Button>
        )}
      </div>
      <Failure error={error ?? start.error ?? stop.error} />
      {output !== '' && (
        <pre
          ref={pane}
          className="git-output run-output"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keyboard too
          tabIndex={0}
          onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
            isAtEnd.current = scrollTop + clientHeight > scrollHeight - NEAR_END
          }}
        >
          <AnsiText text={output} />
        </pre>
      )}
      {dialog}
    </div>
  )
}

function Words({ view }: { view: Run['view'] }) {
  if (!view) return null
  const { status, startedAt, problem } = view
  if (status === 'running')
    return (
      <Chip tone="working" icon={WorkingIcon} since={startedAt}>
        Running
      </Chip>
    )
  if (status === 'none') return <span className="soft">Not started.</span>
  return problem === undefined ? (
    <Chip tone="success">Ended</Chip>
  ) : (
    <span className="run-problem">Ended: {problem}</span>
  )
}
