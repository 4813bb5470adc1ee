/** The variables of a prompt template: each `{{name}}` in its text. */
const VARIABLE = /\{\{\s*([\p{L}\p{N}_ -]+?)\s*\}\}/gu

/** In the order of the text, each once. */
export function variablesOf(text: string): string[] {
  return [...new Set([...text.matchAll(VARIABLE)].map(([, name = '']) => name))]
}

/** A variable without a value stays as it is. */
export function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(VARIABLE, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  )
}
