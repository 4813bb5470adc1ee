import type { MarkedToken, Token, Tokens } from 'marked'
import { createElement, Fragment, memo, type ReactNode } from 'react'
import { CodeBlock } from '../code/code-block.tsx'
import { IdleIcon, SuccessIcon } from '../ui/icons.ts'
import { Footnote } from './footnotes.tsx'
import { Inline } from './inline.tsx'
import { Formula } from './math/formula.tsx'
import type { FootnoteToken, MathToken } from './syntax.ts'

interface Props {
  token: Token
  /** A new link definition may change a block whose own text is the same. */
  linkCount: number
}

export const Block = memo(
  function Block({ token }: Props) {
    return blockOf(token as BlockToken)
  },
  (before, after) => before.token.raw === after.token.raw && before.linkCount === after.linkCount,
)

function Inner({ tokens }: { tokens: readonly Token[] }): ReactNode {
  return tokens.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a token's place is its only name
    <Fragment key={index}>{blockOf(token as BlockToken)}</Fragment>
  ))
}

type BlockToken = MarkedToken | MathToken | FootnoteToken

function blockOf(token: BlockToken): ReactNode {
  switch (token.type) {
    case 'math':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls
        <section className="formula-block" tabIndex={0} aria-label="Formula">
          <Formula tex={token.tex} isBlock />
        </section>
      )
    case 'footnote':
      return (
        <Footnote label={token.label}>
          <Inline tokens={token.tokens} />
        </Footnote>
      )
    case 'space':
    case 'def':
    case 'checkbox':
      return null
    case 'heading':
      // Below the page's own headings, which are the first and second.
      return createElement(
        `h${Math.min(6, token.depth + 2)}`,
        { 'data-depth': token.depth },
        <Inline tokens={token.tokens} />,
      )
    case 'paragraph':
      return (
        <p>
          <Inline tokens={token.tokens} />
        </p>
      )
    case 'code':
      return <CodeBlock text={token.text} {...infoOf(token.lang)} />
    case 'blockquote':
      return (
        <blockquote>
          <Inner tokens={token.tokens} />
        </blockquote>
      )
    case 'list':
      return listOf(token)
    case 'table':
      return tableOf(token)
    case 'hr':
      return <hr />
    case 'html':
      return <p className="markdown-html">{token.raw.trimEnd()}</p>
    default:
      return <Inline tokens={[token as Token]} />
  }
}

/** `ts src/a.ts` or `ts title="src/a.ts"` after the fence. */
function infoOf(info = ''): { language?: string; title?: string } {
  const [language] = /^[\w+#.-]+/.exec(info) ?? []
  const rest = info.slice(language?.length ?? 0).trim()
  const title =
    /(?:title|file|filename)=["']?([^"'\s]+)/.exec(rest)?.[1] ?? /^:?([\w./@-]+\.\w+)$/.exec(rest)?.[1]
  return { ...(language !== undefined && { language }), ...(title !== undefined && { title }) }
}

function listOf({ ordered, start, items }: Tokens.List): ReactNode {
  const children = items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: an item's place is its only name
    <li key={index} {...(item.task && { className: 'markdown-task' })}>
      {item.task && <TaskSign isDone={item.checked === true} />}
      <Inner tokens={item.tokens} />
    </li>
  ))
  return ordered ? <ol {...(start !== '' && start !== 1 && { start })}>{children}</ol> : <ul>{children}</ul>
}

function TaskSign({ isDone }: { isDone: boolean }) {
  return (
    <span className="markdown-check" data-done={isDone}>
      {isDone ? <SuccessIcon /> : <IdleIcon />}
      <span className="unseen">{isDone ? 'done: ' : 'to do: '}</span>
    </span>
  )
}

/** A wide one scrolls within itself. */
function tableOf({ header, rows }: Tokens.Table): ReactNode {
  const cell = ({ align, tokens, header: isHead }: Tokens.TableCell, index: number) =>
    createElement(
      isHead ? 'th' : 'td',
      { key: index, ...(align && { style: { textAlign: align } }) },
      <Inline tokens={tokens} />,
    )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls
    <section className="markdown-table" tabIndex={0} aria-label="Table">
      <table>
        <thead>
          <tr>{header.map(cell)}</tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row's place is its only name
            <tr key={index}>{row.map(cell)}</tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
