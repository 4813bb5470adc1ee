import type { SearchHit } from '../../api/resources.ts'
import { defineCommand, wholeNumber } from '../command-line.ts'
import { EXIT } from '../exit-codes.ts'
import { connect } from '../host/connect.ts'
import type { Io } from '../io.ts'
import { shortIds } from '../show/short-id.ts'
import { type Column, tableText } from '../show/table.ts'
import { localTime } from '../show/words.ts'
import { styleFor } from '../terminal/style.ts'

const BEGIN = '\u0001'
const END = '\u0002'

export const search = defineCommand(
  {
    name: 'search',
    operands: 'WORD…',
    most: Number.POSITIVE_INFINITY,
    least: 1,
    completes: ['text'],
    about: `
Searches the messages of all sessions, archived ones too. All words must match; the last one may be the beginning of a word;
words in quotation marks must stand together. The exit code is ${EXIT.failed} if nothing is found, as with grep.`,
    options: {
      limit: { type: 'string', short: 'n', value: 'N', about: 'the number of results, up to 200 (50)' },
      json: { type: 'boolean', about: 'print one JSON object per line' },
    },
    examples: ['fairlead search race condition', `fairlead search '"npm test" failed'`],
  },
  async ({ values, operands }, io) => {
    const limit = wholeNumber('--limit', values.limit, 1)
    const { api } = await connect(io)
    const q = operands.join(' ')
    const { hits } = await api.call('search', { query: { q, ...(limit !== undefined && { limit }) } })
    if (values.json) io.out(hits.map((hit) => `${JSON.stringify(hit)}\n`).join(''))
    else if (hits.length > 0) io.out(hitTable(hits, io))
    else io.err('No results.\n')
    return hits.length > 0 ? EXIT.done : EXIT.failed
  },
)

function hitTable(hits: readonly SearchHit[], io: Io): string {
  const style = styleFor(io.stdout, io.env)
  const short = shortIds(hits.map(({ session }) => session))
  const columns: Column<SearchHit>[] = [
    { head: 'SESSION', text: ({ session }) => short(session) },
    { head: 'SEQ', text: ({ seq }) => String(seq), align: 'right', optional: 2 },
    { head: 'WHEN', text: ({ at }) => localTime(at).slice(0, 16), optional: 3 },
    { head: 'KIND', text: ({ kind }) => kind, optional: 4 },
    { head: 'TITLE', text: ({ title }) => title, min: 12, optional: 1 },
    {
      head: 'FOUND',
      text: ({ excerpt }) => excerpt.replaceAll(BEGIN, '').replaceAll(END, ''),
      min: 30,
      paint: (text, { excerpt }) => marked(text, excerpt, style.bold),
    },
  ]
  return tableText(columns, hits, io)
}

/** Marks the words that were found, wherever they occur in the text shown. */
function marked(text: string, excerpt: string, mark: (text: string) => string): string {
  const words = excerpt
    .split(BEGIN)
    .slice(1)
    .map((part) => part.split(END)[0] ?? '')
  const escaped = [...new Set(words)].filter(Boolean).map((word) => word.replace(/[^\p{L}\p{N}]/gu, '\\$&'))
  return escaped.length === 0 ? text : text.replace(new RegExp(escaped.join('|'), 'g'), mark)
}
