import { type ReactNode, useState } from 'react'
import type { SessionFacts } from '../../state/facts.ts'
import { textIn } from '../../state/fields.ts'
import { DisclosureSign } from '../ui/disclosure.tsx'
import type { SectionProps } from './inspector.tsx'
import { Part } from './part.tsx'

interface Entry {
  readonly name: string
  readonly about?: string | undefined
}

export function Catalog({ state: { facts } }: SectionProps) {
  const [search, setSearch] = useState('')
  const lists = listsOf(facts).filter(([, entries]) => entries.length > 0)
  return (
    <Part
      title="Tools, commands, agents"
      tools={
        <input
          type="search"
          value={search}
          placeholder="Filter"
          aria-label="Filter the lists"
          onChange={({ target }) => setSearch(target.value)}
        />
      }
    >
      {lists.length === 0 && (
        <p className="soft">The CLI has not told yet. It does so with its first turn.</p>
      )}
      {lists.map(([title, entries]) => (
        <Names key={title} title={title} entries={entries} search={search.toLowerCase()} />
      ))}
    </Part>
  )
}

function listsOf(facts: SessionFacts): [string, readonly Entry[]][] {
  const named = (names: readonly string[] = []) => names.map((name) => ({ name }))
  return [
    ['Tools', named(facts.tools)],
    [
      'Commands',
      (facts.commands ?? []).map(({ name, description, argumentHint }) => ({
        name: `/${name}${argumentHint ? ` ${argumentHint}` : ''}`,
        about: description,
      })),
    ],
    ['Agents', named(facts.agents)],
    ['Skills', named(facts.skills)],
    [
      'Plugins',
      (facts.plugins ?? []).map((it) => ({ name: String(it.name ?? 'unnamed'), about: textIn(it.path) })),
    ],
    [
      'Models',
      (facts.models ?? []).map(({ value, displayName, description }) => ({
        name: value,
        about: [displayName, description].filter(Boolean).join(': '),
      })),
    ],
    ['Output styles', named(facts.outputStyles)],
    ['Capabilities', named(facts.capabilities)],
  ]
}

interface Props {
  title: string
  entries: readonly Entry[]
  search: string
}

function Names({ title, entries, search }: Props): ReactNode {
  const shown = entries.filter(({ name, about = '' }) => `${name} ${about}`.toLowerCase().includes(search))
  if (shown.length === 0) return null
  const isPlain = shown.every(({ about }) => !about)
  return (
    <details open>
      <summary>
        <DisclosureSign />
        <h3 className="inspector-inline">{title}</h3> <span className="soft">{shown.length}</span>
      </summary>
      {isPlain ? (
        <p className="row wrap catalog-names">
          {shown.map(({ name }) => (
            <code key={name}>{name}</code>
          ))}
        </p>
      ) : (
        <dl className="named">
          {shown.map(({ name, about }) => (
            <div key={name}>
              <dt className="mono">{name}</dt>
              <dd className="soft">{about}</dd>
            </div>
          ))}
        </dl>
      )}
    </details>
  )
}
