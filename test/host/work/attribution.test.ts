/** Whose changes a review shows where several sessions work in one folder. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { agentIn, type HostStage, hostStage } from '../stage.ts'
import { git, repository, write } from './repository.ts'

const tool = (prompt: string, name: string, input: object) => ({
  prompt,
  replies: [[{ tool: name, input, run: true }], [{ text: 'done' }]],
})
const scenario = {
  scripts: [
    tool('write own', 'Write', { file_path: 'own.txt', content: 'own\n' }),
    tool('write other', 'Write', { file_path: 'other.txt', content: 'other\n' }),
    tool('run it', 'Bash', { command: 'echo x > by-command.txt' }),
  ],
}

let stage: HostStage
beforeEach(async () => {
  stage = await hostStage()
  const file = join(stage.folder, 'scenario.json')
  writeFileSync(file, JSON.stringify(scenario))
  stage = await stage.again({ agent: agentIn(stage.folder, { FAIRLEAD_SIM_SCENARIO: file }) })
  repository(stage.cwd)
})
afterEach(() => stage.close())

const session = async (more: object = {}) => {
  const id = await stage.create(undefined, {
    permissionMode: 'acceptEdits',
    options: { allowedTools: ['Bash'] },
    ...more,
  })
  await stage.settled(id)
  return id
}
const say = async (id: string, text: string) => {
  await stage.send(id, { text })
  await stage.settled(id)
}
const owners = async (id: string, scope: 'base' | 'uncommitted' = 'base') => {
  const { files } = await stage.call('listReviewFiles', { params: { id }, query: { scope } })
  return Object.fromEntries(files.map(({ path, by }) => [path, by]))
}

test('a file is of the session whose edit tools named it, and of nobody here where no command ran', async () => {
  const [one, two] = [await session(), await session()]
  await say(one, 'write own')
  await say(two, 'write other')
  write(stage.cwd, 'by-hand.txt', 'of a person\n')
  expect(await owners(one)).toEqual({ 'own.txt': 'own', 'other.txt': 'foreign', 'by-hand.txt': 'foreign' })
  expect(await owners(two, 'uncommitted')).toEqual({
    ...{ 'own.txt': 'foreign', 'other.txt': 'own', 'by-hand.txt': 'foreign' },
  })
})

test('commands may have changed anything but what another session’s tools named', async () => {
  const [one, two] = [await session(), await session()]
  await say(one, 'run it')
  await say(two, 'write other')
  write(stage.cwd, 'by-hand.txt', 'of a person\n')
  expect(await owners(one)).toEqual({
    ...{ 'by-command.txt': 'possibly', 'other.txt': 'foreign', 'by-hand.txt': 'possibly' },
  })
})

test('a file that was renamed afterwards stays the session’s', async () => {
  const one = await session()
  await say(one, 'write own')
  git(stage.cwd, 'add', '-A')
  git(stage.cwd, 'commit', '-qm', 'own')
  git(stage.cwd, 'mv', 'own.txt', 'renamed.txt')
  expect(await owners(one, 'uncommitted')).toEqual({ 'renamed.txt': 'own' })
})

test('in a folder inside the repository, and in a worktree, where all is its own', async () => {
  const cwd = join(stage.cwd, 'part')
  mkdirSync(cwd)
  const inside = await session({ cwd })
  await say(inside, 'write own')
  expect(await owners(inside)).toEqual({ 'part/own.txt': 'own' })
  const alone = await session({ worktree: { name: 'alone' } })
  write(stage.host.session(alone).row.cwd, 'by-hand.txt', 'of a person\n')
  expect(await owners(alone)).toEqual({ 'by-hand.txt': 'own' })
})
