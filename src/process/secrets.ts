/**
 * What a secret looks like in a text. The only list of it: logs, the end of stderr and recordings are cleaned by it.
 *
 * Texts come from agents and may be made to be slow, and megabytes long. So a pattern that can fail late begins at one
 * place of a run only, and what is repeated is bounded or cannot fail.
 */

export interface SecretRange {
  readonly start: number
  readonly end: number
}

/** Up to white space, a quote, or what ends an entry of JSON. */
const VALUE = String.raw`(?!\[[Rr]edacted\])[^\s"'\`\\,;)}\]]+`
/** Between a name and its value, also in JSON and in JSON within JSON: `: `, `=`, `":"`, `\":\"`. */
const BETWEEN = String.raw`\\{0,8}["']?\s{0,20}[:=]\s{0,20}\\{0,8}["'\`]?`
/** To the end of the line or of the quoted text: a scheme and its credentials are two words. */
const LINE = String.raw`(?!\[[Rr]edacted\])[^\s"'\`\\][^"'\`\\\r\n]*`
/** No ordinary word: it has a figure, changes its case, or ends as base64 does. */
const TOKEN = String.raw`(?=[\w.~+/-]{0,200}(?:\d|[a-z][A-Z]|=))[\w.~+/=-]{6,}`

const NAMES = [
  'api[_-]?key',
  '(?:secret|private|signing|encryption|master|account|storage|access|shared)[_-]?(?:access[_-]?)?key',
  '(?:access|refresh|id|auth|session|api|bot|deploy|personal|security|private)[_-]?token',
  'client[_-]?secret',
  'passw(?:or)?d',
  'passphrase',
].join('|')

/** Names of variables: the first ones also alone, the others only as the end of a longer one, as in `DB_PASS`. */
const VARIABLES =
  '(?:TOKEN|SECRET|PASSWORD|PASSWD|API_?KEY)|(?<=[A-Z0-9]_)(?:KEY|PASS|PWD|CREDENTIALS?|AUTH|COOKIE|PRIVATE|SIGNATURE|DSN)'

const KEY_BODY = String.raw`(?:(?!-----END )(?:[\w+/=:,. \t\r\n-]|\\{1,8}[nrt])){0,20000}`

/** The first group is the secret, and stands at the end of what is found; without a group, all of it is. */
const PATTERNS: readonly RegExp[] = [
  new RegExp(
    `-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----${KEY_BODY}(?:-----END [A-Z ]{0,40}-----)?`,
    'g',
  ),
  new RegExp(String.raw`\b(?:proxy-)?authorization${BETWEEN}(${LINE})`, 'gi'),
  new RegExp(String.raw`\b(?:set-)?cookie${BETWEEN}(${LINE})`, 'gi'),
  new RegExp(`(?:${NAMES})${BETWEEN}(${VALUE})`, 'gi'),
  new RegExp(`(?<![A-Za-z0-9])(?:${VARIABLES})(?:_[A-Z0-9_]{1,40})?${BETWEEN}(${VALUE})`, 'g'),
  // Alone they are words of every text: only as a variable of an address, or quoted as in JSON.
  /(?<![A-Za-z])(?:token|secret)(?:=|\\{0,8}["']\s{0,20}:\s{0,20}\\{0,8}["'])((?!\[redacted\])[^\s"'`\\,;)}\]&]{8,})/gi,
  /\b(?:Bearer|BEARER)\s{1,20}([\w.~+/=-]{8,})/g,
  new RegExp(String.raw`\b(?:[Bb]earer|BEARER|[Bb]asic|BASIC)\s{1,20}(${TOKEN})`, 'g'),
  /\bsk-ant-[\w-]{4,}/g,
  /(?<![\w-])sk-(?=[\w-]{0,200}\d)[\w-]{16,}/g,
  /\b(?:gh[pousr]_|github_pat_|glpat-|hf_|xox[abeprs]-|xapp-|ya29\.|dop_v1_|pypi-|shpat_)[\w.-]{8,}/g,
  /\b(?:[sr]k_(?:live|test)_|whsec_|GOCSPX-|AGE-SECRET-KEY-1|xoxd-|gl(?:sa|ptt|rt|dt)[_-]|hv[sb]\.|dckr_pat_|tskey-|ATATT3|lin_api_|figd_|sbp_)[\w.%+-]{8,}/g,
  /\bSG\.[\w-]{16,}\.[\w-]{16,}/g,
  /\bhooks\.slack\.com\/services\/([\w/]{20,})/g,
  /[?&](?:sig|signature)=([\w%+/=-]{16,})/gi,
  /\bx-fairlead-browser\\{0,8}["']?\s{0,20}[:=]\s{0,20}\\{0,8}["']?([\w-]{20,})/gi,
  /\bfairlead-[0-9a-f]{12}=([\w-]{20,})/g,
  /(?<=\s)--?(?:password|passwd|token|secret|api-key)[ =]((?!\[redacted\])[^\s"'`-][^\s"'`]{5,})/gi,
  /\bnpm_[A-Za-z0-9]{20,}/g,
  /\bAIza[\w-]{20,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{12,}\b/g,
  // The second half of a pair, which has no name: it follows its id.
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}["'\s,:;|\\]{1,10}([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/g,
  /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)?/g,
  // Before the @ of an address. `git` is nobody's.
  /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{0,20}:\/\/(?!git@)([^\s/"'\\?#]{1,500})(?=@)/gi,
]

/** In order, and apart from each other. */
export function secretsInText(text: string): SecretRange[] {
  const found = PATTERNS.flatMap((pattern) => rangesOf(pattern, text)).sort((a, b) => a.start - b.start)
  const merged: SecretRange[] = []
  for (const range of found) {
    const last = merged.at(-1)
    if (last && range.start < last.end)
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, range.end) }
    else merged.push(range)
  }
  return merged
}

function rangesOf(pattern: RegExp, text: string): SecretRange[] {
  const ranges: SecretRange[] = []
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const end = match.index + match[0].length
    ranges.push({ start: end - (match[1] ?? match[0]).length, end })
  }
  return ranges
}
