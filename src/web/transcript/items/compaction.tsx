import { numberIn, textIn } from '../../../state/fields.ts'
import type { CompactionItem } from '../../../state/transcript/items.ts'
import { Markdown } from '../../markdown/markdown.tsx'
import { count } from '../../ui/numbers.ts'
import { Fold } from '../fold.tsx'

export function Compaction({ item: { id, metadata, summary } }: { item: CompactionItem }) {
  const before = numberIn(metadata.pre_tokens)
  const after = numberIn(metadata.post_tokens)
  const words = [
    'Conversation compacted',
    textIn(metadata.trigger) === 'auto' && 'automatically',
    before !== undefined && `${count(before)}${after === undefined ? '' : ` → ${count(after)}`} tokens`,
  ]
  return (
    <div className="compaction">
      <p className="compaction-line">
        <span>{words.filter(Boolean).join(' · ')}</span>
      </p>
      {summary !== undefined && (
        <Fold name={`summary ${id}`} label="Summary">
          {() => <Markdown text={summary} />}
        </Fold>
      )}
    </div>
  )
}
