import { formatDuration } from '../../state/format/duration.ts'
import { formatMoney } from '../../state/format/money.ts'
import { tokensOfTurn, totalCost, totalsByModel } from '../../state/usage-totals.ts'
import { count } from '../ui/numbers.ts'
import type { SectionProps } from './inspector.tsx'
import { Facts, Part, Table } from './part.tsx'

export function SessionUsage({ state }: SectionProps) {
  const { usage, turns } = state
  const models = Object.entries(totalsByModel(usage)).sort(([, a], [, b]) => b.costUsd - a.costUsd)
  const running = turns.current ? tokensOfTurn(usage) : undefined
  return (
    <Part title="Usage of this session">
      <Facts
        rows={[
          ['Cost', formatMoney(totalCost(usage))],
          ['Turns', turns.past.size],
          ['Time at the API', formatDuration(usage.before.apiMs + usage.process.apiMs)],
          ['Running turn', running && `${count(running.input)} in, ${count(running.output)} out so far`],
        ]}
      />
      {models.length === 0 ? (
        <p className="soft">No turn has ended yet.</p>
      ) : (
        <Table head={['Model', 'Cost', 'Input', 'Output', 'Cache read', 'Cache written']} numbersFrom={1}>
          {models.map(([model, it]) => (
            <tr key={model}>
              <td className="mono">{model}</td>
              <td className="number">{formatMoney(it.costUsd)}</td>
              {[it.input, it.output, it.cacheRead, it.cacheCreation].map((tokens, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: four columns
                <td key={index} className="number" title={tokens.toLocaleString()}>
                  {count(tokens)}
                </td>
              ))}
            </tr>
          ))}
        </Table>
      )}
    </Part>
  )
}
