import type { Risk } from '../../../shell/risks/risk.ts'
import { Sentence } from '../sentence.tsx'
import { markedCommand } from './marked-command.ts'
import './command.css'

/** A command in full: lines wrap and are never cut. Its risky parts are marked and numbered. */
export function Command({ command, risks }: { command: string; risks: readonly Risk[] }) {
  return (
    <pre className="approval-command">
      {markedCommand(command, risks).map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and never move
        <span key={index} className="command-line">
          {line.map(({ text, isRisk, numbers }, piece) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <span key={piece}>
              {isRisk ? <mark className="risk">{text}</mark> : text}
              {numbers.map((number) => (
                <RiskNumber key={number} number={number} />
              ))}
            </span>
          ))}
          {'\n'}
        </span>
      ))}
    </pre>
  )
}

function RiskNumber({ number }: { number: number }) {
  return (
    <span className="risk-number">
      <span className="unseen">risk </span>
      {number}
    </span>
  )
}

export function RiskList({ risks }: { risks: readonly Risk[] }) {
  if (risks.length === 0) return null
  return (
    <ol className="risks" aria-label="Risks">
      {risks.map(({ kind, title, detail, start }, index) => (
        <li key={`${kind} ${start}`}>
          <span className="risk-number" aria-hidden="true">
            {index + 1}
          </span>
          <b>{title}</b>
          <span>
            <Sentence pieces={detail} />
          </span>
        </li>
      ))}
    </ol>
  )
}
