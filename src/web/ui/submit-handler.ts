import type { FormEvent } from 'react'

/** Runs `submit` instead of the browser's own submission, which would load another page. */
export const submitHandler = (submit: () => unknown) => (event: FormEvent) => {
  event.preventDefault()
  submit()
}
