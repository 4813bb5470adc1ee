/** Exports, made here from what the page knows. */
import { toJson } from '../../state/export/json.ts'
import { toMarkdown } from '../../state/export/markdown.ts'
import { toPlainText } from '../../state/export/plain-text.ts'
import type { SessionState } from '../../state/session-state.ts'
import { saveFile } from '../ui/save-file.ts'

export const FORMATS = {
  markdown: { name: 'Markdown', ending: 'md', type: 'text/markdown', make: toMarkdown },
  text: { name: 'plain text', ending: 'txt', type: 'text/plain', make: toPlainText },
  json: {
    name: 'JSON',
    ending: 'json',
    type: 'application/json',
    make: (state: SessionState) => JSON.stringify(toJson(state), null, 2),
  },
} as const
export type Format = keyof typeof FORMATS

function fileName(title: string, format: Format): string {
  const plain = title
    .normalize('NFKD')
    .replace(/[^\w.-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  return `${plain || 'session'}.${FORMATS[format].ending}`
}

export function download(state: SessionState, title: string, format: Format): void {
  const { make, type } = FORMATS[format]
  saveFile(fileName(title, format), type, make(state))
}
