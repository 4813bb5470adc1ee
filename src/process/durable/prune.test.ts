import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ECHO } from '../../../test/process/children.ts'
import { collectDurable, sessionFolder, startNode } from '../../../test/process/durable-children.ts'
import { generationsIn } from './files.ts'
import { pruneDurable } from './prune.ts'

test('the newest stay, and so does what runs', async () => {
  const folder = sessionFolder()
  const running = await startNode(ECHO, { folder, generation: 1 })
  for (const generation of [2, 3, 10]) {
    const transport = await startNode(ECHO, { folder, generation })
    await transport.close()
  }
  expect(generationsIn(folder)).toEqual([1, 2, 3, 10])
  expect(await pruneDurable(folder, 2)).toEqual([2])
  expect(generationsIn(folder)).toEqual([1, 3, 10])
  expect(await pruneDurable(folder, 3)).toEqual([])
  // What runs is none the worse.
  const { has } = collectDurable(running)
  await running.send('{}\n')
  await has(1)
  await running.close()
  expect(await pruneDurable(folder, 0)).toEqual([1, 3, 10])
  expect(existsSync(folder)).toBe(false)
  expect(await pruneDurable(folder, 0)).toEqual([])
})

test("a folder with something else in it stays, and so does a generation that is another version's", async () => {
  const folder = sessionFolder()
  const transport = await startNode(ECHO, { folder })
  await transport.close()
  writeFileSync(join(folder, 'notes'), '')
  expect(await pruneDurable(folder, 0)).toEqual([1])
  writeFileSync(join(folder, '2.process.json'), '{"version":9}\n')
  expect(await pruneDurable(folder, 0)).toEqual([])
  expect(readdirSync(folder)).toEqual(['2.process.json', 'notes'])
})
