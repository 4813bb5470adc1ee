import { useEffect, useRef, useState } from 'react'
import type { PromptTemplate } from '../../api/prompt-templates.ts'
import type { SlashCommand } from '../../protocol/control/initialize.ts'
import { api } from '../store/connection.ts'
import { useFetched } from '../store/fetched.ts'
import { useSummary } from '../store/use-live.ts'
import { useTemplates } from '../templates/use-templates.ts'
import type { PaletteEntry } from './palette.tsx'
import { completed, likeQuery, tokenAt } from './palette-token.ts'

export function usePalette(
  session: string,
  text: string,
  caret: number,
  commands: readonly SlashCommand[] | undefined,
) {
  const [chosen, setChosen] = useState(0)
  const [closed, setClosed] = useState<string>()
  const found = tokenAt(text, caret)
  const key = found && `${found.kind} ${found.from} ${found.query}`
  // Closed for this word only.
  const token = found && closed !== `${found.kind} ${found.from}` ? found : undefined
  const files = useFiles(session, token?.kind === 'file' ? token.query : undefined)
  const templates = useTemplates(token?.kind === 'command', useSummary(session)?.project.path)
  const likeTemplates = token?.kind === 'command' ? likeQuery(templates, token.query) : []
  const entries: readonly PaletteEntry[] =
    token?.kind === 'command'
      ? [...likeTemplates.map(templateEntry), ...likeQuery(commands ?? [], token.query).map(commandEntry)]
      : token
        ? files.names.map((name) => ({ name, label: `@${name}` }))
        : []
  useEffect(() => {
    setChosen(0)
    // The next word at the same place is another one.
    if (key === undefined) setClosed(undefined)
  }, [key])
  const isOpen = token !== undefined && (entries.length > 0 || token.kind === 'file')
  return {
    token: isOpen ? token : undefined,
    entries,
    note:
      entries.length > 0
        ? undefined
        : (files.problem ?? (files.isPending ? 'Searching…' : 'No matching files.')),
    chosen: Math.min(chosen, Math.max(0, entries.length - 1)),
    step: (by: number) =>
      entries.length > 0 &&
      setChosen((now) => (Math.min(now, entries.length - 1) + by + entries.length) % entries.length),
    close: () => token && setClosed(`${token.kind} ${token.from}`),
    /** The template of an entry, which takes the place of the whole message. */
    templateAt: (index: number): PromptTemplate | undefined => likeTemplates[index],
    take: (index: number) => {
      const entry = entries[index]
      return entry && token && completed(text, token, entry.name)
    },
  }
}

function templateEntry({ name, description, text }: PromptTemplate): PaletteEntry {
  return { name: `template ${name}`, label: `/${name}`, hint: 'template', help: description ?? text }
}

function commandEntry({ name, description, argumentHint }: SlashCommand): PaletteEntry {
  return {
    name,
    label: `/${name}`,
    ...(argumentHint && { hint: argumentHint }),
    ...(description && { help: description }),
  }
}

/** Keeps the last answer while the next one is pending. */
function useFiles(session: string, query: string | undefined) {
  const asked = useFetched(query === undefined ? undefined : `${session} ${query}`, () =>
    api.call('findFiles', { query: { session, q: query ?? '' } }),
  )
  const last = useRef<readonly string[]>([])
  if (asked.value) last.current = asked.value.files
  if (query === undefined) last.current = []
  return { names: last.current, problem: asked.error, isPending: asked.isPending }
}
