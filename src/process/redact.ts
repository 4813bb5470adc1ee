import { secretsInText } from './secrets.ts'

const HIDDEN = '[redacted]'

/** Shorter values are not secrets, and hiding them would damage ordinary words. */
const MIN_LENGTH = 8

/** The text without these values and without anything that looks like a credential. */
export function redact(text: string, secrets: readonly string[] = []): string {
  let clean = text
  for (const secret of forms(secrets)) clean = clean.replaceAll(secret, HIDDEN)
  let hidden = ''
  let from = 0
  for (const { start, end } of secretsInText(clean)) {
    hidden += clean.slice(from, start) + HIDDEN
    from = end
  }
  return hidden + clean.slice(from)
}

/** The values of variables with the name of a secret. */
export function secretsIn(env: NodeJS.ProcessEnv): string[] {
  return Object.entries(env)
    .filter(([name]) => /(^|_)(KEY|TOKEN|SECRET|PASSWORD)$/i.test(name))
    .flatMap(([, value]) => (value === undefined ? [] : [value]))
}

/** Each secret as it may be printed: whole, line by line, and in JSON. The longest first. */
function forms(secrets: readonly string[]): string[] {
  const all = secrets.flatMap((secret) => [
    secret,
    ...secret.split(/\r?\n/),
    JSON.stringify(secret).slice(1, -1),
  ])
  const long = new Set(all.map((form) => form.trim()).filter((form) => form.length >= MIN_LENGTH))
  return [...long].sort((a, b) => b.length - a.length)
}
