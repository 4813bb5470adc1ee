/** The key that does the same as the button it stands on. Told to screen readers by the button itself. */
export function KeyHint({ name }: { name: string }) {
  return (
    <span aria-hidden="true">
      <kbd>{name}</kbd>
    </span>
  )
}
