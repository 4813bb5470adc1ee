/** Stacked bars over time, made of plain elements: they use the theme's colours, and they print. */
import { useState } from 'react'
import { count, usd } from '../ui/numbers.ts'
import { type Bucket, bucketName } from './range.ts'
import { type Measure, roundUp, type Series, type Stack } from './sums.ts'

export interface ChartProps {
  series: readonly Series[]
  stacks: readonly Stack[]
  measure: Measure
  nameOf: (key: string | undefined) => string
}

const MAX_LABELS = 8

export function Chart({ series, stacks, measure, nameOf }: ChartProps) {
  const [pointed, setPointed] = useState<Bucket>()
  const end = roundUp(Math.max(0, ...stacks.map(({ total }) => total)))
  const shown = stacks.find(({ bucket }) => bucket.from === pointed?.from)
  const every = Math.ceil(stacks.length / MAX_LABELS)
  const figure = (value: number) => (measure === 'cost' ? axisUsd(value) : count(Math.round(value)))
  const most = stacks.reduce((a, b) => (b.total > a.total ? b : a), stacks[0] as Stack)
  return (
    <figure className="usage-chart">
      <figcaption className="usage-legend">
        {series.map(({ key }, index) => (
          <span key={key ?? ''} className="row cut" title={key}>
            <span className="usage-swatch" data-series={index} />
            <span className="cut">{nameOf(key)}</span>
            {shown && <strong>{figure(shown.parts[index] ?? 0)}</strong>}
          </span>
        ))}
        <span className="grow" />
        <span className="soft" aria-hidden="true">
          {shown ? `${bucketName(shown.bucket)}: ${figure(shown.total)}` : ''}
        </span>
      </figcaption>
      <div className="usage-plot">
        <div className="usage-axis soft small" aria-hidden="true">
          {[1, 0.5, 0].map((part) => (
            <span key={part}>{figure(end * part)}</span>
          ))}
        </div>
        <div
          className="usage-bars"
          role="img"
          aria-label={`Bars from ${bucketName((stacks[0] as Stack).bucket)} to ${bucketName((stacks.at(-1) as Stack).bucket)}; the most, ${figure(most.total)}, at ${bucketName(most.bucket)}. The table below has all figures.`}
          onPointerLeave={() => setPointed(undefined)}
        >
          {stacks.map(({ bucket, parts, total }) => (
            <div
              key={bucket.from}
              className="usage-bar"
              title={`${bucketName(bucket)}: ${figure(total)}`}
              onPointerEnter={() => setPointed(bucket)}
            >
              {parts.map((value, index) =>
                value > 0 ? (
                  <span
                    key={series[index]?.key ?? ''}
                    data-series={index}
                    style={{ height: `${(value / end) * 100}%` }}
                  />
                ) : null,
              )}
            </div>
          ))}
        </div>
        <div className="usage-days soft small" aria-hidden="true">
          {stacks.map(({ bucket }, index) => (
            <span key={bucket.from} data-label={(index / every) % 2 === 0 ? 'even' : 'odd'}>
              {index % every === 0 && index + every / 2 <= stacks.length
                ? bucketName({ ...bucket, to: bucket.from })
                : ''}
            </span>
          ))}
        </div>
      </div>
    </figure>
  )
}

/** With enough digits to tell the lines of the axis apart. */
function axisUsd(value: number): string {
  return value > 0 && value < 0.0995 ? `$${value.toFixed(4)}` : usd(value)
}
