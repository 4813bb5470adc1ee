import type { ContentBlock, ToolResultBlock } from '../../protocol/blocks.ts'

/** What the tool answered, as text. */
export function resultText({ content = [] }: Partial<ToolResultBlock>): string {
  const texts = typeof content === 'string' ? [content] : content.map(textOf)
  return texts.join('\n').replace(/<\/?tool_use_error>/g, '')
}

function textOf(block: ContentBlock): string {
  return block.type === 'text' ? block.text : ''
}
