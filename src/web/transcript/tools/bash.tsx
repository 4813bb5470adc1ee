import { textIn } from '../../../state/fields.ts'
import { oneLine } from '../../../state/short-input.ts'
import { plainText } from '../../ansi/ansi.ts'
import { AnsiText } from '../../ansi/ansi-text.tsx'
import { CodeBlock } from '../../code/code-block.tsx'
import { Copy } from '../../ui/copy.tsx'
import { type Call, isOver } from '../call.ts'
import { LongText } from '../long-text.tsx'
import { ToolCard } from './tool-card.tsx'

export function Bash({ call }: { call: Call }) {
  const command = textIn(call.input.command) ?? ''
  const code = /^(?:Error: )?Exit code (\d+)/.exec(call.output)?.[1]
  const stdout = textIn(call.own.stdout) ?? ''
  const stderr = textIn(call.own.stderr) ?? ''
  const output = stdout || stderr ? stdout : call.output.replace(/^(?:Error: )?Exit code \d+\n?/, '')
  const isBackground = call.input.run_in_background === true || call.own.backgroundTaskId !== undefined
  return (
    <ToolCard
      call={call}
      about={<code className="cut">{oneLine(command)}</code>}
      note={
        <>
          {code !== undefined && (
            <span className="tag" data-tone="danger">
              exit {code}
            </span>
          )}
          {isBackground && <span className="tag">in the background</span>}
        </>
      }
      startsOpen
    >
      {() => (
        <>
          {(command.includes('\n') || command.length > 110) && <CodeBlock text={command} language="bash" />}
          {textIn(call.input.description) && <p className="soft small">{textIn(call.input.description)}</p>}
          <Output call={call} name="output" text={output} />
          <Output call={call} name="errors" text={stderr} isError />
          {isOver(call) && !output && !stderr && <p className="soft small">No output.</p>}
        </>
      )}
    </ToolCard>
  )
}

interface OutputProps {
  call: Call
  name: string
  text: string
  isError?: boolean
}

/** Shows the end first, which matters most. */
export function Output({ call, name, text, isError = false }: OutputProps) {
  const shown = text.replace(/\s+$/, '')
  if (shown === '') return null
  return (
    <div className="tool-output" data-error={isError}>
      {isError && <p className="soft small">On stderr:</p>}
      <LongText name={`${name} ${call.id}`} text={shown} most={10} fromEnd>
        {(part) => (
          <pre>
            <AnsiText text={part} />
          </pre>
        )}
      </LongText>
      <Copy text={() => plainText(text)} />
    </div>
  )
}
