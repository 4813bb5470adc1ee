interface Props {
  part: number
  label: string
}

/** How much of something is used, from 0 to 1. */
export function Meter({ part, label }: Props) {
  const percent = Math.round(Math.min(1, Math.max(0, part)) * 100)
  return (
    <span
      className="meter"
      role="img"
      aria-label={label}
      title={label}
      data-level={percent >= 80 ? 'high' : 'normal'}
    >
      <span style={{ width: `${percent}%` }} />
    </span>
  )
}
