/** A number beside a name. */
export function Count({ value, tone }: { value: number; tone?: 'needs-you' }) {
  return (
    <span className="count" data-tone={tone}>
      {value}
    </span>
  )
}
