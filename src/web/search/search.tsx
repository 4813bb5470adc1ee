/**
 * The text goes to the address after a short delay, and the address determines the query: a reload, a link and the back
 * button show the same hits. Arrow keys move between the field and the hits.
 */
import { memo, useEffect, useRef, useState } from 'react'
import type { SearchHit } from '../../api/resources.ts'
import { addressOf, navigate, sessionAddress } from '../router.ts'
import { api } from '../store/connection.ts'
import { useFetched, useKept } from '../store/fetched.ts'
import { useSummary } from '../store/use-live.ts'
import { When } from '../ui/age.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { Link } from '../ui/link.tsx'
import { shortPath } from '../ui/numbers.ts'
import { Page } from '../ui/page.tsx'
import { Tag } from '../ui/tag.tsx'
import { piecesOf } from './excerpt.ts'
import './search.css'

const DELAY_MS = 150
const MAX_HITS = 100
const MAX_LETTERS = 500

export function Search({ query }: { query: string }) {
  const [text, setText] = useState(query)
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  /** The query that this field put into the address; a different one there came from elsewhere, and the field follows it. */
  const own = useRef(query)
  const wanted = query.trim()
  const search = useFetched(wanted === '' ? undefined : wanted, async () => ({
    ...(await api.call('search', { query: { q: wanted, limit: MAX_HITS } })),
    wanted,
  }))
  const found = useKept(search.value)

  useEffect(() => {
    if (own.current !== query) {
      own.current = query
      setText(query)
    }
    // Also when the shortcut is pressed while the search is open.
    if (!list.current?.contains(document.activeElement)) field.current?.focus()
  }, [query])
  useEffect(() => {
    if (text === own.current) return
    const timer = setTimeout(() => {
      own.current = text
      navigate(addressOf({ view: 'search', query: text }), { replace: true })
    }, DELAY_MS)
    return () => clearTimeout(timer)
  }, [text])

  const links = () => [...(list.current?.querySelectorAll<HTMLAnchorElement>('a.search-hit') ?? [])]
  const isCurrent = found?.wanted === text.trim()
  const move = (event: React.KeyboardEvent) => {
    const all = links()
    const at = all.indexOf(document.activeElement as HTMLAnchorElement)
    const isInField = event.target === field.current
    if (event.key === 'Enter' && isInField && isCurrent) all[0]?.click()
    else if (event.key === 'Escape' && !isInField) field.current?.focus()
    else if (event.key === 'ArrowDown') (all[at + 1] ?? all[at])?.focus()
    else if (event.key === 'ArrowUp' && at >= 0) (all[at - 1] ?? field.current)?.focus()
    else return
    event.preventDefault()
  }
  return (
    <Page title="Search">
      {/** biome-ignore lint/a11y/noStaticElementInteractions: arrow keys go from the field to the hits, all of them links */}
      <div className="stack" onKeyDown={move}>
        <input
          ref={field}
          type="search"
          className="search-field"
          value={text}
          maxLength={MAX_LETTERS}
          aria-label="Search everything said"
          placeholder="Words, or “a phrase” in quotes"
          onChange={({ target }) => setText(target.value)}
        />
        <Failure error={search.error} again={search.again} />
        <p className="soft small" role="status">
          {wanted === '' || !found ? '' : countWords(found.hits.length)}
        </p>
        {wanted === '' ? (
          <Empty title="Everything said, in all sessions">
            <p>Prompts, answers, thinking, what tools were asked and what they answered.</p>
            <p>
              All words must be there; the last may be a beginning. Put a phrase in quotes. <kbd>↓</kbd> goes
              to the hits, <kbd>Enter</kbd> opens.
            </p>
          </Empty>
        ) : found && found.hits.length > 0 ? (
          <div ref={list} aria-busy={search.isPending} className="search-hits stack">
            <Hits hits={found.hits} />
          </div>
        ) : (
          found &&
          !search.isPending && (
            <Empty title="Nothing was found">
              <p>
                No message has all of these words. Try fewer, or only their beginning; a word is found by its
                letters and figures, not by signs between them.
              </p>
            </Empty>
          )
        )}
      </div>
    </Page>
  )
}

function countWords(hits: number): string {
  if (hits === 0) return 'No hits'
  if (hits === MAX_HITS) return `The best ${MAX_HITS} hits`
  return hits === 1 ? '1 hit' : `${hits} hits`
}

const KINDS: Readonly<Record<string, string>> = {
  user: 'you',
  text: 'agent',
  thinking: 'thinking',
  tool: 'tool call',
  result: 'tool result',
  notice: 'notice',
}

const Hits = memo(function Hits({ hits }: { hits: readonly SearchHit[] }) {
  const sessions = [...new Set(hits.map(({ session }) => session))]
  return sessions.map((session) => (
    <Group key={session} session={session} hits={hits.filter((hit) => hit.session === session)} />
  ))
})

function Group({ session, hits }: { session: string; hits: readonly SearchHit[] }) {
  const summary = useSummary(session)
  const title = summary?.title || hits[0]?.title || 'Untitled'
  return (
    <section className="card" aria-label={title}>
      <h2 className="row search-session">
        <Link className="cut" href={sessionAddress(session)}>
          {title}
        </Link>
        {summary && (
          <span className="soft small cut" title={summary.cwd}>
            {shortPath(summary.cwd)}
          </span>
        )}
        {summary?.archived && <span className="tag">archived</span>}
      </h2>
      <ul className="search-list">
        {hits.map((hit, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one message may be found for several of its parts
          <li key={`${hit.seq} ${hit.kind} ${index}`}>
            <Link className="search-hit" href={sessionAddress(session, 'transcript', hit.seq)}>
              <span className="row small soft">
                <Tag tone={hit.kind === 'user' ? 'neutral' : undefined}>{KINDS[hit.kind] ?? hit.kind}</Tag>
                <When at={hit.at} />
              </span>
              <span className="search-excerpt">
                {piecesOf(hit.excerpt.replace(/\n\s*\n/g, '\n')).map(({ text, isFound }, place) =>
                  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other name than their place
                  isFound ? <mark key={place}>{text}</mark> : text,
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
