import { textIn } from '../../../state/fields.ts'
import { CodeBlock } from '../../code/code-block.tsx'
import { DiffView } from '../../diff/diff-view.tsx'
import { Markdown } from '../../markdown/markdown.tsx'
import type { Call } from '../call.ts'
import { ErrorText } from './plain.tsx'
import { ToolCard } from './tool-card.tsx'
import { Writing } from './writing.tsx'

export function Notebook({ call }: { call: Call }) {
  const { input, own } = call
  const source = textIn(input.new_source) ?? ''
  const old = textIn(own.old_source)
  const cell = textIn(input.cell_id)
  const path = textIn(input.notebook_path)
  return (
    <ToolCard
      call={call}
      file={path === undefined ? undefined : { path }}
      note={
        <span className="soft small">
          {textIn(input.edit_mode) ?? 'replace'} {cell === undefined ? 'cell' : `cell ${cell}`}
        </span>
      }
      startsOpen
    >
      {() => (
        <>
          {call.status === 'writing' ? (
            <Writing call={call} />
          ) : old !== undefined ? (
            <DiffView before={old} after={source} />
          ) : input.cell_type === 'markdown' ? (
            <Markdown text={source} />
          ) : (
            source !== '' && <CodeBlock text={source} language="python" />
          )}
          <ErrorText call={call} />
        </>
      )}
    </ToolCard>
  )
}
