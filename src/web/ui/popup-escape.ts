interface ChangeDetails {
  readonly reason: string
  readonly event: Event
}

/** Escape closes only what floats in front: the page's own shortcuts see that the key is taken. */
export function keepEscape({ reason, event }: ChangeDetails): void {
  if (reason === 'escape-key') event.preventDefault()
}
