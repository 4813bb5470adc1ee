import type { ReactNode } from 'react'
import { DisclosureSign } from '../ui/disclosure.tsx'
import { count, usd } from '../ui/numbers.ts'
import type { ChartProps } from './chart.tsx'
import { bucketName } from './range.ts'
import { type Figures, type Part, tokensOf } from './sums.ts'

export function Totals({ sum, sessions }: { sum: Figures; sessions: number }) {
  const figures: readonly (readonly [name: string, value: string, more?: string])[] = [
    ['Cost', usd(sum.costUsd)],
    ['Tokens', count(tokensOf(sum)), `${count(sum.input)} in, ${count(sum.output)} out`],
    ['From cache', count(sum.cacheRead), `${count(sum.cacheCreation)} written`],
    ['Turns', count(sum.turns), `in ${sessions} ${sessions === 1 ? 'session' : 'sessions'}`],
  ]
  return (
    <dl className="usage-totals">
      {figures.map(([name, value, more]) => (
        <div key={name} className="card">
          <dt className="soft small">{name}</dt>
          <dd>
            <strong>{value}</strong>
            {more && <span className="soft small"> {more}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The chart's data for screen readers and exact reading, newest first, without empty rows. */
export function DayTable({ series, stacks, measure, nameOf }: ChartProps) {
  const figure = measure === 'cost' ? usd : (value: number) => Math.round(value).toLocaleString()
  return (
    <details>
      <summary>
        <DisclosureSign />
        Figures per day
      </summary>
      {/** biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls */}
      <section className="usage-scroll" tabIndex={0} aria-label="Figures per day">
        <table>
          <thead>
            <tr>
              <th scope="col">Day (UTC)</th>
              {series.map(({ key }) => (
                <th key={key ?? ''} scope="col" className="number" title={key}>
                  {nameOf(key)}
                </th>
              ))}
              <th scope="col" className="number">
                In all
              </th>
            </tr>
          </thead>
          <tbody>
            {stacks
              .filter(({ total }) => total > 0)
              .toReversed()
              .map(({ bucket, parts, total }) => (
                <tr key={bucket.from}>
                  <th scope="row">{bucketName(bucket)}</th>
                  {parts.map((value, index) => (
                    <td key={series[index]?.key ?? ''} className="number">
                      {value > 0 ? figure(value) : ''}
                    </td>
                  ))}
                  <td className="number">{figure(total)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}

interface TopProps {
  title: string
  parts: readonly Part[]
  show: (key: string) => ReactNode
}
const MAX_SHOWN = 8

export function Top({ title, parts, show }: TopProps) {
  const rest = parts.length - MAX_SHOWN
  return (
    <section className="card usage-top" aria-label={title}>
      <h2>{title}</h2>
      <table>
        <thead className="unseen">
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Cost and tokens</th>
          </tr>
        </thead>
        <tbody>
          {parts.slice(0, MAX_SHOWN).map(({ key, figures }) => (
            <tr key={key}>
              <td className="cut">{show(key)}</td>
              <td className="number">
                {usd(figures.costUsd)}
                <span className="small soft usage-tokens">{count(tokensOf(figures))} tokens</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rest > 0 && <p className="soft small">and {rest} more</p>}
    </section>
  )
}
