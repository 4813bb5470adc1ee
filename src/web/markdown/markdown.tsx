/** An agent's markdown as elements and text nodes only. While a text grows, only its last block renders again. */
import { memo, useId, useMemo, useRef } from 'react'
import { Block } from './block.tsx'
import { type Blocks, blocksOf } from './blocks.ts'
import { FootnotesContext } from './footnotes.tsx'
import './markdown.css'

export const Markdown = memo(function Markdown({ text }: { text: string }) {
  const before = useRef<Blocks>(undefined)
  const blocks = blocksOf(text, before.current)
  before.current = blocks
  const prefix = useId()
  const { footnotes: labels } = blocks
  const footnotes = useMemo(() => ({ labels, prefix }), [labels, prefix])
  return (
    <FootnotesContext value={footnotes}>
      <div className="markdown">
        {blocks.tokens.map((token, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a block's place is its only name
          <Block key={index} token={token} linkCount={blocks.linkCount} />
        ))}
      </div>
    </FootnotesContext>
  )
})
