/** The highlighter's name for a file's language. Files in languages that it does not know stay plain. */
import { ownValue } from '../../protocol/json.ts'

const BY_ENDING: Readonly<Record<string, string>> = {
  mjs: 'javascript',
  cjs: 'javascript',
  mts: 'typescript',
  cts: 'typescript',
  htm: 'xml',
  vue: 'xml',
  svelte: 'xml',
  jsonc: 'json',
  jsonl: 'json',
  ipynb: 'json',
  toml: 'ini',
  conf: 'ini',
  env: 'bash',
  zsh: 'bash',
  h: 'c',
  hpp: 'cpp',
  cc: 'cpp',
  patch: 'diff',
}
const BY_NAME: Readonly<Record<string, string>> = { makefile: 'makefile', '.bashrc': 'bash' }

export function languageOf(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  const ending = /\.([a-z0-9]+)$/.exec(name)?.[1]
  return (
    ownValue(BY_NAME, name) ?? (ending === undefined ? undefined : (ownValue(BY_ENDING, ending) ?? ending))
  )
}
