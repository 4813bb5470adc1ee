/** The tool's own patch if there is one, otherwise a diff of the texts in its input. */

import { useMemo } from 'react'
import { isObject, type JsonObject } from '../../../protocol/json.ts'
import { numberIn, objectsIn, textIn } from '../../../state/fields.ts'
import { DiffCounts } from '../../diff/diff-counts.tsx'
import { DiffTable } from '../../diff/diff-table.tsx'
import { DiffView } from '../../diff/diff-view.tsx'
import { countsOf, type DiffLine } from '../../diff/lines.ts'
import { structuredLines } from '../../diff/patch.ts'
import { MoreIcon } from '../../ui/icons.ts'
import type { Call } from '../call.ts'
import { ErrorText } from './plain.tsx'
import { ToolCard } from './tool-card.tsx'
import { Writing } from './writing.tsx'

export function Edit({ call }: { call: Call }) {
  const path = textIn(call.input.file_path) ?? textIn(call.own.filePath) ?? ''
  const hunks = useMemo(() => hunksIn(call.own), [call.own])
  const isNew = call.own.type === 'create'
  return (
    <ToolCard
      call={call}
      file={path === '' ? undefined : { path }}
      note={
        <>
          {isNew && <span className="tag">new file</span>}
          {call.input.replace_all === true && <span className="tag">all places</span>}
          {hunks && hunks.length > 0 && <DiffCounts {...countsOf(hunks.flat())} />}
        </>
      }
      startsOpen
    >
      {() => (
        <>
          {call.status === 'writing' ? (
            <Writing call={call} />
          ) : hunks && hunks.length > 0 ? (
            <Hunks hunks={hunks} />
          ) : (
            editsIn(call.input).map(({ before, after }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: edits have no name and never move
              <DiffView key={index} before={before} after={after} />
            ))
          )}
          <ErrorText call={call} />
        </>
      )}
    </ToolCard>
  )
}

function Hunks({ hunks }: { hunks: readonly (readonly DiffLine[])[] }) {
  return (
    <div className="diff">
      {hunks.map((lines, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: hunks have no name and never move
        <div key={index}>
          {index > 0 && (
            <div className="diff-between">
              <MoreIcon />
            </div>
          )}
          <DiffTable lines={lines} />
        </div>
      ))}
    </div>
  )
}

function hunksIn({ structuredPatch }: JsonObject): DiffLine[][] | undefined {
  const hunks = objectsIn(structuredPatch)
  return hunks?.map(({ oldStart, newStart, lines }) =>
    structuredLines({
      oldStart: numberIn(oldStart) ?? 1,
      newStart: numberIn(newStart) ?? 1,
      lines: Array.isArray(lines) ? lines.map(String) : [],
    }),
  )
}

/** Write has the whole file, Edit one change, MultiEdit several. */
function editsIn(input: JsonObject): { before: string; after: string }[] {
  if (typeof input.content === 'string') return [{ before: '', after: input.content }]
  const edits = Array.isArray(input.edits) ? input.edits.filter(isObject) : [input]
  return edits.map((edit) => ({
    before: textIn(edit.old_string) ?? '',
    after: textIn(edit.new_string) ?? '',
  }))
}
