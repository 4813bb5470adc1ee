/** Permissions that were remembered in a worktree, where the CLI keeps them there, are kept for the project. */
import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepRemembered } from '../../../src/host/worktrees/local-settings.ts'
import { type HostStage, hostStage } from '../stage.ts'
import { commit, git, read, repository, write } from './repository.ts'

const FILE = '.claude/settings.local.json'
let stage: HostStage
let places: { path: string; checkout: string }
beforeEach(async () => {
  stage = await hostStage()
  repository(stage.cwd)
  places = { path: join(stage.folder, 'tree'), checkout: stage.cwd }
  for (const path of Object.values(places)) mkdirSync(path, { recursive: true })
})
afterEach(() => stage.close())

const rule = (text: string, more: object = {}) => {
  const [, toolName, ruleContent] = /^(\w+)(?:\((.*)\))?$/.exec(text) ?? []
  const rules = [{ toolName, ...(ruleContent !== undefined && { ruleContent }) }]
  return { type: 'addRules', rules, behavior: 'allow', destination: 'localSettings', ...more }
}
const answered = (...updatedPermissions: object[]) => ({
  ...{ at: 1, session: 'x', by: 'test', what: 'allowed' },
  detail: { response: { behavior: 'allow', updatedPermissions } },
})
const settings = (permissions: object) => JSON.stringify({ other: 1, permissions })
const kept = () => JSON.parse(read(places.checkout, FILE)).permissions

test('what a person had remembered is added, and nothing else that stands in the file', async () => {
  write(places.checkout, FILE, settings({ allow: ['Bash(ls)'], defaultMode: 'plan' }))
  write(
    places.path,
    FILE,
    settings({ allow: ['Bash(ls)', 'Bash(npm test)', 'Bash(*)', 'Read'], deny: ['Write'] }),
  )
  const audit = [
    answered(rule('Bash(npm test)'), rule('Bash(ls)')),
    answered(rule('Bash(never stored)'), rule('Read', { destination: 'session' })),
    answered(rule('Write', { behavior: 'deny' })),
  ]
  expect(await keepRemembered(places, audit)).toBe(2)
  expect(kept()).toEqual({ allow: ['Bash(ls)', 'Bash(npm test)'], deny: ['Write'], defaultMode: 'plan' })
  expect(JSON.parse(read(places.checkout, FILE)).other).toBe(1)
  expect(await keepRemembered(places, audit)).toBe(0)
})

test('a file that is no JSON is left as it is, and so is one behind a link that leads out', async () => {
  write(places.path, FILE, settings({ allow: ['Read'] }))
  write(places.checkout, FILE, '{ broken')
  expect(await keepRemembered(places, [answered(rule('Read'))])).toBe(0)
  expect(read(places.checkout, FILE)).toBe('{ broken')
  rmSync(join(places.checkout, '.claude'), { recursive: true })
  mkdirSync(join(stage.folder, 'outside'))
  symlinkSync(join(stage.folder, 'outside'), join(places.checkout, '.claude'))
  expect(await keepRemembered(places, [answered(rule('Read'))])).toBe(0)
})

test('a worktree begins with those of the main checkout, unless git has the file', async () => {
  commit(stage.cwd, { '.gitignore': '.claude\n' })
  write(stage.cwd, FILE, settings({ allow: ['Read'] }))
  const id = await stage.create('hello', { worktree: { name: 'x' } })
  await stage.settled(id)
  const path = stage.host.session(id).row.cwd
  expect(read(path, FILE)).toBe(settings({ allow: ['Read'] }))
  expect(git(path, 'status', '--porcelain')).toBe('')
})
