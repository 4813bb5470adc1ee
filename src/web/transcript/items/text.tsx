import { Markdown } from '../../markdown/markdown.tsx'

interface Props {
  text: string
  isGrowing?: boolean
  isCut?: boolean
  error?: string | undefined
}

export function AnswerText({ text, isGrowing = false, isCut = false, error }: Props) {
  return (
    <div className="answer" data-growing={isGrowing}>
      <Markdown text={text} />
      {isCut && <span className="tag">cut off here</span>}
      {error !== undefined && (
        <span className="tag" data-tone="danger">
          {error}
        </span>
      )}
    </div>
  )
}
