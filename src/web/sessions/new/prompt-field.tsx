/** The first prompt and its images, which can be pasted, dropped or chosen. */
import { useRef } from 'react'
import type { DraftMessage } from '../../composer/draft.ts'
import { ImageStrip } from '../../composer/image-strip.tsx'
import { ACCEPTED } from '../../composer/images.ts'
import { useImages } from '../../composer/use-images.ts'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import '../../composer/composer.css'

export function PromptField({ draft }: { draft: DraftMessage }) {
  const { problems, isReading, isOver, add, remove, dropZone } = useImages(draft)
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <div className="field">
      <label htmlFor="new-prompt">
        <strong className="small">First prompt</strong>
      </label>
      <textarea
        id="new-prompt"
        rows={5}
        value={draft.text}
        placeholder="What shall it do? Leave it empty to start and say it later."
        data-over={isOver || undefined}
        onChange={({ target }) => draft.setText(target.value)}
        onPaste={(event) => {
          const files = [...event.clipboardData.files]
          if (files.length === 0) return
          event.preventDefault()
          add(files)
        }}
        {...dropZone}
      />
      <div className="row wrap">
        <input
          ref={chooser}
          type="file"
          className="unseen"
          tabIndex={-1}
          aria-label="Images"
          accept={ACCEPTED}
          multiple
          onChange={({ target }) => {
            add([...(target.files ?? [])])
            target.value = ''
          }}
        />
        <Button size="small" isPending={isReading} onClick={() => chooser.current?.click()}>
          Add images
        </Button>
        <span className="soft small">or paste or drop them</span>
      </div>
      <Failure error={problems.join(' ') || undefined} />
      <ImageStrip images={draft.images} onRemove={remove} />
    </div>
  )
}
