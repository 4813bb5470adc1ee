import type { NoticeItem } from '../../../state/transcript/items.ts'
import { AnsiText } from '../../ansi/ansi-text.tsx'
import { ErrorIcon, InfoIcon, WarningIcon } from '../../ui/icons.ts'
import { LongText } from '../long-text.tsx'

const SIGNS = { info: InfoIcon, warning: WarningIcon, error: ErrorIcon } as const

/** The output of a CLI command keeps its layout. */
export function Notice({ item: { id, level, topic, text } }: { item: NoticeItem }) {
  const Sign = SIGNS[level]
  const isOutput = topic === 'local-command' && text.includes('\n')
  return (
    <div className="notice" data-level={level} data-topic={topic}>
      <Sign />
      {level !== 'info' && <span className="unseen">{level}: </span>}
      <div className={isOutput ? 'notice-text mono' : 'notice-text'}>
        <LongText name={`notice ${id}`} text={text} most={isOutput ? 30 : 8}>
          {(part) => (
            <span>
              <AnsiText text={part} />
            </span>
          )}
        </LongText>
      </div>
    </div>
  )
}
