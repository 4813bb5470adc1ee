import { useState } from 'react'
import type { PolicyRule } from '../../api/resources.ts'
import { sessionAddress } from '../router.ts'
import { useAction } from '../store/action.ts'
import { api } from '../store/connection.ts'
import { useLive } from '../store/use-live.ts'
import { When } from '../ui/age.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Failure } from '../ui/failure.tsx'
import { Link } from '../ui/link.tsx'
import { Tag } from '../ui/tag.tsx'
import { type Decided, differences, inputWords, type Row } from './differences.ts'
import { EffectTag } from './rule-list.tsx'
import { areSame } from './rules.ts'

interface Outcome {
  readonly rules: readonly PolicyRule[]
  readonly rows: readonly Row[]
  readonly looked: number
}
const LIMIT = 10_000
const MAX_SHOWN = 200

export function DryRun({ rules, saved }: { rules: readonly PolicyRule[]; saved: readonly PolicyRule[] }) {
  const [outcome, setOutcome] = useState<Outcome>()
  const run = useAction(async () => {
    const [wanted, before] = await Promise.all(
      [rules, saved].map((list) => api.call('dryRunPolicies', { body: { rules: [...list], limit: LIMIT } })),
    )
    if (!wanted || !before) return
    setOutcome({ rules, rows: differences(wanted.matches, before.matches), looked: wanted.looked })
  })
  return (
    <section className="stack" aria-label="Dry run">
      <div className="row wrap">
        <h2>Dry run</h2>
        <Button action={run}>Try on what was asked before</Button>
        {outcome && !areSame(outcome.rules, rules) && <Tag tone="needs-you">before your last change</Tag>}
      </div>
      {rules.some(({ source }) => source !== undefined) && (
        <p className="soft small">
          Where an MCP server came from is not kept: a rule that names a source matches nothing here.
        </p>
      )}
      <Failure error={run.error} />
      {outcome && <Matches outcome={outcome} />}
    </section>
  )
}

function Matches({ outcome: { rows, looked } }: { outcome: Outcome }) {
  const [onlyChanged, setOnlyChanged] = useState(false)
  const changed = rows.filter(({ before }) => before !== undefined)
  const matched = rows.filter(({ now }) => now.effect !== 'none').length
  const shown = onlyChanged && changed.length > 0 ? changed : rows
  return (
    <>
      <p role="status">
        {matched === 0 ? 'No rule matches any' : `${matched} matched`} of {looked}{' '}
        {looked === 1 ? 'tool call' : 'tool calls'} looked at
        {changed.length > 0 ? `, ${changed.length} decided otherwise than by the saved rules.` : '.'}
      </p>
      {changed.length > 0 && (
        <Checkbox checked={onlyChanged} onChange={setOnlyChanged}>
          Only what is decided otherwise
        </Checkbox>
      )}
      {shown.length > 0 && <MatchTable rows={shown.slice(0, MAX_SHOWN)} />}
      {shown.length > MAX_SHOWN && (
        <p className="soft small">
          The newest {MAX_SHOWN} of {shown.length} are shown.
        </p>
      )}
    </>
  )
}

function MatchTable({ rows }: { rows: readonly Row[] }) {
  const { sessions = [] } = useLive()
  const titles = new Map(sessions.map(({ id, title }) => [id, title]))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls
    <section className="policy-scroll card" tabIndex={0} aria-label="Matches">
      <table>
        <thead>
          <tr>
            <th scope="col">Decided</th>
            <th scope="col">Tool</th>
            <th scope="col">Asked for</th>
            <th scope="col">Session</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, match, now, before }) => (
            <tr key={key} data-changed={before !== undefined}>
              <td>
                <DecidedBy decided={now} />
                {before && (
                  <p className="small soft">
                    saved rules: <DecidedBy decided={before} />
                  </p>
                )}
              </td>
              <td className="mono">{match.toolName}</td>
              <td className="mono policy-input" title={inputWords(match.input)}>
                {inputWords(match.input).slice(0, 300)}
              </td>
              <td className="small">
                <Link href={sessionAddress(match.session, 'transcript', match.seq)}>
                  {titles.get(match.session) || 'Untitled'}
                </Link>
                <br />
                <When className="soft" at={match.at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function DecidedBy({ decided: { effect, rule, why } }: { decided: Decided }) {
  return (
    <span>
      <EffectTag effect={effect} /> {rule && <span className="mono small">{rule}</span>}
      {why && <span className="small soft">{why}</span>}
    </span>
  )
}
