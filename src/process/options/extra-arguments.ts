import { OptionsError } from '../errors.ts'
import { FIXED_FLAGS, FLAGS } from './flag-table.ts'
import type { CliOptions } from './options.ts'

/** The tokens of `extraArgs`, given those that are there already. */
export function extraTokens(extra: NonNullable<CliOptions['extraArgs']>, args: readonly string[]): string[] {
  return Object.entries(extra).flatMap(([name, value]) => {
    if (!/^[a-z][\w-]*$/i.test(name)) {
      throw new OptionsError(`"${name}" in \`extraArgs\` is no flag. Write it without dashes: 'safe-mode'.`)
    }
    if (value !== null && typeof value !== 'string') {
      throw new OptionsError(`\`extraArgs["${name}"]\` must be a text, or null for a flag without a value.`)
    }
    const flag = `--${name}`
    const token = value === null ? flag : `${flag}=${value}`
    const isThere = args.some((arg) => arg === flag || arg.startsWith(`${flag}=`))
    if (!isThere || isRepeatable(flag)) return [token]
    if (isFixed(flag)) throw new OptionsError(`\`extraArgs\` cannot set ${flag}, which is always passed.`)
    if (args.includes(token)) return []
    throw new OptionsError(`${flag} is passed already. Use the option ${optionOf(flag)}, not \`extraArgs\`.`)
  })
}

function isFixed(flag: string): boolean {
  return (FIXED_FLAGS as readonly string[]).includes(flag)
}

function isRepeatable(flag: string): boolean {
  return Object.values(FLAGS).some((row) => row.flag === flag && row.kind === 'each')
}

function optionOf(flag: string): string {
  const option = Object.entries(FLAGS).find(([, row]) => row.flag === flag)?.[0]
  return `\`${option}\``
}
