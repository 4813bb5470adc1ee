/**
 * The text goes to the address after a short delay, and the address determines the query: a reload, a link and the back
 * button show the same hits. Arrow keys move between the field and the hits.
 */
import { useEffect, useRef, useState } from 'react'
import { addressOf, navigate } from '../router.ts'
import { api } from '../store/connection.ts'
import { useFetched, useKept } from '../store/fetched.ts'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { Page } from '../ui/page.tsx'
import { Hits } from './hits.tsx'
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
          {wanted === '' || !found ? '' : told(found.hits.length)}
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

function told(hits: number): string {
  if (hits === 0) return 'No hits'
  if (hits === MAX_HITS) return `The best ${MAX_HITS} hits`
  return hits === 1 ? '1 hit' : `${hits} hits`
}
