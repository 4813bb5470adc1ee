import type { DraftMessage } from '../../composer/draft.ts'
import { ImagePicker, ImageStrip } from '../../composer/image-strip.tsx'
import { useImages } from '../../composer/use-images.ts'
import { TemplateMenu } from '../../templates/template-menu.tsx'
import { Failure } from '../../ui/failure.tsx'
import '../../composer/composer.css'

interface Props {
  draft: DraftMessage
  /** Where it is in a repository. */
  folder: string | undefined
}

export function PromptField({ draft, folder }: Props) {
  const { problems, isReading, isOver, add, remove, onPaste, dropZone } = useImages(draft)
  return (
    <div className="field">
      <label htmlFor="new-prompt">
        <strong className="small">Prompt</strong>
      </label>
      <textarea
        id="new-prompt"
        rows={5}
        value={draft.text}
        placeholder="What should Claude Code do? Leave this empty to start without a prompt."
        data-over={isOver || undefined}
        onChange={({ target }) => draft.setText(target.value)}
        onPaste={onPaste}
        {...dropZone}
      />
      <div className="row wrap">
        <ImagePicker isReading={isReading} onFiles={add} />
        <span className="soft small grow">Paste or drop images, or pick files</span>
        <TemplateMenu folder={folder} onText={draft.setText} />
      </div>
      <Failure error={problems.join(' ') || undefined} />
      <ImageStrip images={draft.images} onRemove={remove} />
    </div>
  )
}
