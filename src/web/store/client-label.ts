/** What this page is called in the audit and to others who see its answers: the console, and in which browser it is open. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS/, 'Firefox'],
  [/Chrome\/|CriOS/, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Mac OS X/, 'Mac'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

export function clientLabel(userAgent: string): string {
  const parts = [BROWSERS, SYSTEMS].flatMap(
    (all) => all.find(([pattern]) => pattern.test(userAgent))?.[1] ?? [],
  )
  return parts.length === 0 ? 'console' : `console (${parts.join(', ')})`
}
