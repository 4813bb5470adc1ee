const HIDDEN = '[redacted]'

/** A shorter value is no secret, and hiding it would tear ordinary words apart. */
const LEAST_LENGTH = 8

/** Up to white space, a quote, or what ends an entry of JSON. What is hidden already stays as it is. */
const VALUE = String.raw`(?!\[redacted\])[^\s"'\`\\,;)}\]]+`
/** Between a name and its value, also in JSON and in JSON within JSON: `: `, `=`, `":"`, `\":\"`. */
const BETWEEN = String.raw`\\*["']?\s*[:=]\s*\\*["'\`]?`

const PATTERNS: readonly (readonly [RegExp, string])[] = [
  // A scheme and its credentials are two words: the value goes on to the end of the line or of the quoted text.
  [new RegExp(String.raw`(\b(?:proxy-)?authorization${BETWEEN})[^"'\`\\\r\n]+`, 'gi'), `$1${HIDDEN}`],
  [new RegExp(String.raw`(\bx-api-key${BETWEEN})${VALUE}`, 'gi'), `$1${HIDDEN}`],
  [
    new RegExp(String.raw`(\b[A-Z][A-Z0-9_]*_(?:KEY|TOKEN|SECRET|PASSWORD)${BETWEEN})${VALUE}`, 'g'),
    `$1${HIDDEN}`,
  ],
  [/(\bbearer\s+)[\w.~+/=-]{4,}/gi, `$1${HIDDEN}`],
  [/\bsk-ant-[\w-]{4,}/g, HIDDEN],
]

/** The text without what looks like a credential, and without these values. */
export function redact(text: string, secrets: readonly string[] = []): string {
  let clean = text
  for (const secret of forms(secrets)) clean = clean.replaceAll(secret, HIDDEN)
  for (const [pattern, replacement] of PATTERNS) clean = clean.replace(pattern, replacement)
  return clean
}

/** The values of the variables whose names say that they are secret. */
export function secretsIn(env: NodeJS.ProcessEnv): string[] {
  return Object.entries(env)
    .filter(([name]) => /(^|_)(KEY|TOKEN|SECRET|PASSWORD)$/i.test(name))
    .flatMap(([, value]) => (value === undefined ? [] : [value]))
}

/** Each secret as it may be printed: as it is, line by line, and within JSON. The longest first. */
function forms(secrets: readonly string[]): string[] {
  const all = secrets.flatMap((secret) => [
    secret,
    ...secret.split(/\r?\n/),
    JSON.stringify(secret).slice(1, -1),
  ])
  const long = new Set(all.map((form) => form.trim()).filter((form) => form.length >= LEAST_LENGTH))
  return [...long].sort((a, b) => b.length - a.length)
}
