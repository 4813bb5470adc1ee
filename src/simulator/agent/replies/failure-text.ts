import { type ApiFailure, NotLoggedIn } from './source.ts'

export interface FailureContext {
  readonly model: string
  readonly isOld: boolean
  readonly gateway: string | undefined
}

/** The text that the user sees for an error of the API. */
export function failureText(failure: ApiFailure, { model, isOld, gateway }: FailureContext): string {
  const { status, message } = failure
  if (failure instanceof NotLoggedIn) return 'Not logged in · Please run /login'
  if (status === null) return `API Error: ${message}`
  if (status === 401 || status === 403) return `Failed to authenticate. API Error: ${status} ${message}`
  if (status === 404) {
    return (
      `There's an issue with the selected model (${model}). It may not exist or you may not have access to it. ` +
      'Run --model to pick a different model.'
    )
  }
  if (status === 413) {
    const advice =
      'Accumulated images and attachments in the conversation pushed the request over the limit. Remove older ' +
      'images or compact the conversation.'
    return `Request too large (max 32MB). ${isOld ? 'Try with a smaller file.' : advice}`
  }
  if (status === 429) return `API Error: Request rejected (429) · ${message}`
  if (status < 500) return `API Error: ${status} ${message}`
  const where = gateway === undefined ? 'status.claude.com' : `your inference gateway (${gateway})`
  return (
    `API Error: ${status} ${message}. This is a server-side issue, usually temporary — try again in a moment. ` +
    `If it persists, check ${where}.`
  )
}
