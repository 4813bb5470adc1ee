/** Exports of the whole conversation, made here from what the host has of it. */
import { exportSession } from '../../api/export-session.ts'
import { api } from '../store/connection.ts'
import { saveFile } from '../ui/save-file.ts'

export const FORMATS = {
  markdown: { name: 'Markdown', ending: 'md', type: 'text/markdown' },
  text: { name: 'plain text', ending: 'txt', type: 'text/plain' },
  json: { name: 'JSON', ending: 'json', type: 'application/json' },
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

export async function download(session: string, title: string, format: Format): Promise<void> {
  const parts: string[] = []
  for await (const part of exportSession(api, session, format)) parts.push(part)
  saveFile(fileName(title, format), FORMATS[format].type, parts)
}
