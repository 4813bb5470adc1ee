/** Markdown as plain words, for where one line stands for a whole text: what is marked up keeps its words and loses its marks. */

/** No more than is shown: the text may be a file. */
const MAX = 2_000
const FENCE = /^\s*(?:`{3,}|~{3,}).*$/gm
const TABLE_RULE = /^\s*\|?[\s:|-]*-{3}[\s:|-]*$/gm
const BEGINNING = /^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|[-*+][ \t]+(?:\[[ xX]\][ \t]+)?)+/gm
const LINK = /!?\[([^\][\n]*)\]\([^()\s]*\)/g
const CODE = /(`+)([^`]+)\1/g
const STRONG = /(\*\*|__|~~)(?=\S)([^\n]*?\S)\1/g
const EMPHASIS = /(?<![\w*])\*(?=[^\s*])([^*\n]*[^\s*])\*(?![\w*])/g

export function plainWords(markdown: string): string {
  return markdown
    .slice(0, MAX)
    .replace(FENCE, '')
    .replace(TABLE_RULE, '')
    .replace(BEGINNING, '')
    .replace(LINK, '$1')
    .replace(CODE, '$2')
    .replace(STRONG, '$2')
    .replace(EMPHASIS, '$1')
}
