/** The place of text that is being loaded. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  return (
    <div className="stack" aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing else
          key={line}
          className="skeleton"
          style={{ width: `${[60, 90, 40][line % 3]}%` }}
        />
      ))}
    </div>
  )
}
