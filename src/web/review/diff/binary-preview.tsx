/** A file that is not text: a picture before and after, or that it is not shown. */
import type { ReviewScope } from '../../../api/review-files.ts'
import { kindOf } from '../../files/kind.ts'
import { api } from '../../store/connection.ts'
import { useFetched } from '../../store/fetched.ts'
import { Empty } from '../../ui/empty.tsx'
import { FileIcon } from '../../ui/icons.ts'
import { keyOf } from '../scope.ts'
import type { File } from '../viewed.ts'

interface Props {
  session: string
  scope: ReviewScope
  file: File
}

export function BinaryPreview(props: Props) {
  const { status } = props.file
  const isNew = status === 'new' || status === 'added'
  return (
    <div className="pictures">
      {!isNew && <Picture {...props} side="old" />}
      {status !== 'deleted' && <Picture {...props} side="new" />}
    </div>
  )
}

const NAMES = { old: 'Before', new: 'After' } as const

function Picture({ session, scope, file, side }: Props & { side: 'old' | 'new' }) {
  const { hash } = file
  const path = side === 'old' ? (file.from ?? file.path) : file.path
  const { value, isPending } = useFetched([session, keyOf(scope), side, hash, path].join('\n'), () =>
    api.call('readReviewFile', { params: { id: session }, query: { ...scope, path, side } }),
  )
  const shown = value && kindOf({ ...value, path })
  return (
    <figure>
      <figcaption className="soft">{NAMES[side]}</figcaption>
      {shown?.kind === 'image' ? (
        <img src={shown.source} alt={`${path}, ${NAMES[side].toLowerCase()}`} />
      ) : (
        !isPending && (
          <Empty title={shown?.kind === 'large-image' ? 'Too large to show' : 'Binary file'} icon={FileIcon}>
            <p>The console shows text, and pictures of up to 1 MB.</p>
          </Empty>
        )
      )}
    </figure>
  )
}
