import { type PromptContent, textOfContent } from '../../state/turns/prompts.ts'

/** A prompt in words: its text, and how many images go with it. */
export function promptWords(content: PromptContent): string {
  const text = textOfContent(content).trim()
  const images = typeof content === 'string' ? 0 : content.filter(({ type }) => type === 'image').length
  if (images === 0) return text
  return [text, `[${images} ${images === 1 ? 'image' : 'images'}]`].filter(Boolean).join(' ')
}

/** All of it but its text: what stays when the text is changed. */
export function besideText(content: PromptContent): { type: string }[] {
  return typeof content === 'string'
    ? []
    : content.filter(({ type }) => type !== 'text').map((it) => ({ ...it }))
}
