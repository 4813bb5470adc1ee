/** An agent's markdown as elements and text nodes only. While a text grows, only its last block renders again. */
import { memo, useRef } from 'react'
import { Block } from './block.tsx'
import { type Blocks, blocksOf } from './blocks.ts'
import './markdown.css'

export const Markdown = memo(function Markdown({ text }: { text: string }) {
  const before = useRef<Blocks>(undefined)
  const blocks = blocksOf(text, before.current)
  before.current = blocks
  return (
    <div className="markdown">
      {blocks.tokens.map((token, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a block's place is its only name
        <Block key={index} token={token} linkCount={blocks.linkCount} />
      ))}
    </div>
  )
})
