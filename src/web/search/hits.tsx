import { memo } from 'react'
import type { SearchHit } from '../../api/resources.ts'
import { sessionAddress } from '../router.ts'
import { useSummary } from '../store/use-live.ts'
import { When } from '../ui/age.tsx'
import { Link } from '../ui/link.tsx'
import { shortPath } from '../ui/numbers.ts'
import { piecesOf } from './excerpt.ts'

const KINDS: Readonly<Record<string, string>> = {
  user: 'you',
  text: 'agent',
  thinking: 'thinking',
  tool: 'tool call',
  result: 'tool result',
  notice: 'notice',
}

export const Hits = memo(function Hits({ hits }: { hits: readonly SearchHit[] }) {
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
                <span className="tag" data-tone={hit.kind === 'user' ? 'accent' : undefined}>
                  {KINDS[hit.kind] ?? hit.kind}
                </span>
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
