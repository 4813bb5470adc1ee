import { numberIn, textIn } from '../../../state/fields.ts'
import { CodeBlock } from '../../code/code-block.tsx'
import { languageOf } from '../../code/language.ts'
import { type Call, isOver } from '../call.ts'
import { LongText } from '../long-text.tsx'
import { Pictures } from '../pictures/pictures.tsx'
import { ErrorText } from './plain.tsx'
import { fileText } from './text-of-file.ts'
import { ToolCard } from './tool-card.tsx'

export function Read({ call }: { call: Call }) {
  const path = textIn(call.input.file_path) ?? ''
  const offset = numberIn(call.input.offset)
  const limit = numberIn(call.input.limit)
  const isText = call.status === 'done' && call.output !== ''
  const file = isText ? fileText(call.output) : undefined
  const part =
    offset !== undefined || limit !== undefined
      ? `from line ${offset ?? 1}${limit === undefined ? '' : `, ${limit} lines`}`
      : file?.from !== undefined
        ? `${file.count} ${file.count === 1 ? 'line' : 'lines'}`
        : ''
  return (
    <ToolCard
      call={call}
      file={path === '' ? undefined : { path, ...(offset !== undefined && { line: offset }) }}
      note={part && <span className="soft small">{part}</span>}
      startsOpen={isOver(call) && call.status !== 'done'}
    >
      {call.hasResult
        ? () => (
            <>
              <Pictures content={call.content} />
              {file ? (
                <LongText name={`file ${call.id}`} text={file.text} most={40}>
                  {(text) => <CodeBlock text={text} language={languageOf(path)} />}
                </LongText>
              ) : (
                <ErrorText call={call} />
              )}
            </>
          )
        : undefined}
    </ToolCard>
  )
}
