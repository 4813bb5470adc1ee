/** Marks the words of a search in an element with the browser's own highlights, which leave its nodes alone. */

const NAME = 'found'
const MAX_RANGES = 500

/** Browsers without highlights show the row without them. */
export function markWords(element: Element | null, text: string): void {
  if (typeof CSS === 'undefined' || !('highlights' in CSS)) return
  CSS.highlights.delete(NAME)
  const words = wordsIn(text)
  if (!element || words.length === 0) return
  const ranges: Range[] = []
  const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  for (let node = nodes.nextNode(); node && ranges.length < MAX_RANGES; node = nodes.nextNode()) {
    const hay = (node.nodeValue ?? '').toLowerCase()
    for (const word of words) {
      for (let at = hay.indexOf(word); at >= 0; at = hay.indexOf(word, at + word.length)) {
        const range = document.createRange()
        range.setStart(node, at)
        range.setEnd(node, Math.min(at + word.length, node.nodeValue?.length ?? 0))
        ranges.push(range)
      }
    }
  }
  CSS.highlights.set(NAME, new Highlight(...ranges))
}

export function clearMarks(): void {
  if (typeof CSS !== 'undefined' && 'highlights' in CSS) CSS.highlights.delete(NAME)
}

function wordsIn(text: string): string[] {
  return [...text.toLowerCase().matchAll(/"([^"]+)"|([^\s"]+)/g)]
    .map(([, phrase, word]) => (phrase ?? word ?? '').trim())
    .filter(Boolean)
}
