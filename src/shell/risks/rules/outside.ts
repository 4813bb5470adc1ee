/** Files outside the project that a call writes. Temporary folders do not count. */
import { type Call, type CallWord, nameOf, operands, option, optionValue } from '../call.ts'
import { isScratch, isWithin, resolvePath } from '../paths.ts'
import { type Finding, say } from '../risk.ts'
import { names, type RiskRule } from './rule.ts'

const all = ({ args }: Call) => operands(args)
const last = ({ args }: Call) => operands(args).slice(-1)
const afterFirst = ({ args }: Call) => operands(args).slice(1)
const given = (...words: readonly (CallWord | undefined)[]) => words.filter((it) => it !== undefined)

/** The arguments that name what a program writes. */
const WRITTEN: ReadonlyMap<string, (call: Call) => readonly CallWord[]> = new Map([
  ...['rm', 'rmdir', 'unlink', 'touch', 'mkdir', 'tee', 'shred', 'rimraf', 'mv', 'truncate'].map(
    (it) => [it, all] as const,
  ),
  ...['chmod', 'chown', 'chgrp'].map((it) => [it, afterFirst] as const),
  ['cp', (call: Call) => given(optionValue(call, 't', 'target-directory') ?? last(call)[0])] as const,
  ['ln', last] as const,
  ['install', last] as const,
  ['rsync', (call: Call) => last(call).filter(({ value }) => !/^[^/]+:/.test(value))] as const,
  [
    'sed',
    (call: Call) => (option(call, 'i', 'in-place') || call.args.some(isInPlace) ? afterFirst(call) : []),
  ] as const,
  ['dd', ({ args }: Call) => args.flatMap(valueOfOf)] as const,
  ['curl', (call: Call) => given(optionValue(call, 'o', 'output'))] as const,
  [
    'wget',
    (call: Call) => given(optionValue(call, 'O', 'output-document', 'P', 'directory-prefix')),
  ] as const,
  [
    'tar',
    (call: Call) => (/x/.test(call.args[0]?.value ?? '') ? given(optionValue(call, 'C', 'directory')) : []),
  ] as const,
  ['unzip', (call: Call) => given(optionValue(call, 'd'))] as const,
])

const isInPlace = ({ value }: CallWord): boolean => /^-[A-Za-z]*i/.test(value)

function valueOfOf(word: CallWord): CallWord[] {
  return word.value.startsWith('of=')
    ? [{ ...word, value: word.value.slice(3), text: word.text.slice(3) }]
    : []
}

export function writesOutside(call: Call, project: string): Finding | undefined {
  const words = [...call.writes, ...(WRITTEN.get(call.program)?.(call) ?? [])]
  const outside = words.filter((word) => {
    const path = resolvePath(word, call.folder)
    return path !== undefined && !isWithin(path, project) && !isScratch(path)
  })
  const [first] = outside
  if (!first) return undefined
  const start = Math.min(...outside.map((it) => it.start))
  const end = Math.max(...outside.map((it) => it.end))
  const isShort = outside.length === 1
  const where = isShort ? 'is' : 'are'
  return {
    detail: say`${names(outside)} ${where} not in ${{ code: nameOfFolder(project) }}.`,
    start,
    end,
  }
}

function nameOfFolder(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1) || path
}

/** Programs that install for every project of the machine. */
const INSTALLERS: ReadonlyMap<string, RegExp> = new Map([
  ['apt', /^(?:install|remove|purge|upgrade|full-upgrade|autoremove)$/],
  ['apt-get', /^(?:install|remove|purge|upgrade|dist-upgrade|autoremove)$/],
  ['dnf', /^(?:install|remove|upgrade)$/],
  ['yum', /^(?:install|remove|update)$/],
  ['apk', /^(?:add|del|upgrade)$/],
  ['pacman', /^-[SRU]/],
  ['brew', /^(?:install|uninstall|upgrade)$/],
  ['snap', /^(?:install|remove)$/],
  ['gem', /^(?:install|uninstall)$/],
  ['pipx', /^(?:install|uninstall)$/],
])

function installsGlobally(call: Call): Finding | undefined {
  const { program, args } = call
  const step = args[0]
  const isNode =
    /^(?:npm|pnpm|yarn|bun)$/.test(program) && option(call, 'g', 'global', 'location=global') !== undefined
  const pattern = INSTALLERS.get(program)
  const isSystem = pattern !== undefined && args.some(({ value }) => pattern.test(value))
  if (!isNode && !isSystem) return undefined
  const what = operands(args).slice(1)
  const packages = what.length > 0 ? names(what) : say`packages`
  const verb = /^(?:un|rem|rm|pur|del|auto)/.test(nameOf(step ?? call.programWord)) ? 'Removes' : 'Installs'
  return { detail: say`${verb} ${packages} for the whole machine, not only for this project.` }
}

export const INSTALL_RULES: readonly RiskRule[] = [
  { kind: 'installs-globally', title: 'Installs globally', find: installsGlobally },
]
