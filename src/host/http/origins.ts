/** The setting `origins`: pages of these origins, besides the host's own, may use the API with the token. */

/** Why `text` cannot be in `origins`, or undefined. Only what a browser sends as `Origin`, character by character, can match. */
export function originProblem(text: string): string | undefined {
  if (text.includes('*')) return `${text} has a wildcard: name each origin, as in http://localhost:5173`
  if (!URL.canParse(text) || !/^https?:/i.test(text))
    return `${text} is not an origin: write scheme, name and port, as in http://localhost:5173`
  const { origin } = new URL(text)
  return text === origin ? undefined : `${text} is not an origin as browsers send it: write ${origin}`
}
