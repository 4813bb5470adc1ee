import { type PromptContent, textOfContent } from '../../state/turns/prompts.ts'

export function promptWords(content: PromptContent): string {
  const text = textOfContent(content).trim()
  const images = typeof content === 'string' ? 0 : content.filter(({ type }) => type === 'image').length
  if (images === 0) return text
  return [text, `[${images} ${images === 1 ? 'image' : 'images'}]`].filter(Boolean).join(' ')
}

/** The blocks that stay when the text is edited. */
export function besideText(content: PromptContent): { type: string }[] {
  return typeof content === 'string'
    ? []
    : content.filter(({ type }) => type !== 'text').map((it) => ({ ...it }))
}
