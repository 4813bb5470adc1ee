/** Files that are deleted, overwritten or opened to others. */
import { type Call, nameOf, operands, option } from '../call.ts'
import { isDisk, resolvePath } from '../paths.ts'
import { type Finding, say } from '../risk.ts'
import { names, type RiskRule, upTo } from './rule.ts'

function deletes(call: Call): Finding | undefined {
  const { program, args, repeatedBy } = call
  if (program === 'find') {
    const flag = args.find(({ value }) => value === '-delete')
    return flag && { detail: say`Deletes every file that ${{ code: 'find' }} finds.`, ...upTo(call, flag) }
  }
  if (program === 'rsync') {
    const flag = args.find(({ value }) => /^--delete(?:-\w+)?$/.test(value))
    const target = operands(args).at(-1)
    if (!flag || !target) return undefined
    return { detail: say`Deletes everything in ${{ code: nameOf(target) }} that the source does not have.` }
  }
  const isTree =
    program === 'rimraf' || (program === 'rm' && option(call, 'r', 'R', 'recursive') !== undefined)
  if (repeatedBy !== undefined && /^(?:rm|unlink|shred|rimraf)$/.test(program))
    return { detail: say`Deletes everything that ${{ code: repeatedBy }} is given, without a list to check.` }
  if (!isTree) return undefined
  const targets = operands(args)
  if (targets.length === 0) return { detail: say`Deletes folders with everything in them.` }
  const whole = targets.filter(({ value }) => /^(?:\/|~\/?|\/\*|\.|\.\/?\*?|\*|\.\.\/?)$/.test(value))
  if (whole.length > 0)
    return { detail: say`Deletes everything in ${names(whole)}. Nothing goes to a trash.` }
  const them = targets.length > 1 ? 'them' : 'it'
  return { detail: say`Deletes ${names(targets)} and everything in ${them}. Nothing goes to a trash.` }
}

const DISK_TOOLS = /^(?:mkfs(?:\..+)?|mke2fs|wipefs|fdisk|sfdisk|sgdisk|parted|gdisk|newfs.*|blkdiscard)$/

function overwritesDisk(call: Call): Finding | undefined {
  const { program, args, writes, folder } = call
  const isDiskWord = (word: (typeof args)[number]) => isDisk(resolvePath(word, folder) ?? '')
  if (DISK_TOOLS.test(program)) {
    const target = args.find(isDiskWord)
    if (target)
      return { detail: say`Overwrites the disk ${{ code: nameOf(target) }}. Everything on it is lost.` }
  }
  const toDisk =
    program === 'dd'
      ? args.find(({ value }) => value.startsWith('of=') && isDisk(value.slice(3)))
      : /^(?:cp|tee|shred|diskutil|badblocks)$/.test(program)
        ? operands(args).find(isDiskWord)
        : undefined
  const redirected = writes.find(isDiskWord)
  const target = toDisk ?? redirected
  if (!target) return undefined
  const name = nameOf(target).replace(/^of=/, '')
  const range = redirected && { start: Math.min(call.start, target.start), end: target.end }
  return { detail: say`Overwrites the disk ${{ code: name }}. Everything on it is lost.`, ...range }
}

function changesPermissions(call: Call): Finding | undefined {
  const { program, args } = call
  if (!/^(?:chmod|chown|chgrp|setfacl)$/.test(program)) return undefined
  const [mode, ...targets] = operands(args)
  if (!mode) return undefined
  const isOpen = program === 'chmod' && /^0?[0-7]?777$|^(?:a|o|ugo)?[+=]r?w/.test(mode.value)
  const isTree = option(call, 'R', 'recursive') !== undefined
  if (!isTree && !isOpen) return undefined
  const what = program === 'chmod' || program === 'setfacl' ? 'the permissions' : 'the owner'
  const all = isTree ? say` and everything in ${targets.length > 1 ? 'them' : 'it'}` : []
  const open = isOpen ? say` Everyone on this machine may write there.` : []
  return { detail: say`Changes ${what} of ${names(targets)}${all} to ${{ code: nameOf(mode) }}.${open}` }
}

export const FILE_RULES: readonly RiskRule[] = [
  { kind: 'deletes', title: 'Deletes recursively', find: deletes },
  { kind: 'overwrites-disk', title: 'Overwrites a disk', find: overwritesDisk },
  { kind: 'changes-permissions', title: 'Changes permissions', find: changesPermissions },
]
