import { expect, test } from 'vitest'
import { DiskWatch, waitWith } from './disk-watch.ts'
import { minFreeBytes, sizeWords, spaceOf } from './space.ts'

const GB = 1024 ** 3

test('too little is less than asked for, until there is half as much more', async () => {
  let freeBytes = 100
  const watch = new DiskWatch({ space: async () => ({ freeBytes, totalBytes: 1000 }), minFreeBytes: 100 })
  const looks: (number | undefined)[] = []
  for (freeBytes of [100, 99, 100, 149, 150, 100, 99]) {
    await watch.look()
    looks.push(watch.shortage?.freeBytes)
  }
  expect(looks).toEqual([undefined, 99, 100, 149, undefined, undefined, 99])
  expect(watch.shortage?.neededBytes).toBe(150)
})

test('what was known holds while the system does not tell', async () => {
  let freeBytes = 1
  const space = async () => {
    if (freeBytes < 0) throw new Error('EIO')
    return { freeBytes, totalBytes: 1000 }
  }
  const watch = new DiskWatch({ space, minFreeBytes: 10 })
  await watch.look()
  freeBytes = -1
  await watch.look()
  expect(watch.shortage).toMatchObject({ freeBytes: 1 })
})

test('0 turns it off', async () => {
  const watch = new DiskWatch({ space: async () => ({ freeBytes: 0, totalBytes: 1000 }), minFreeBytes: 0 })
  await watch.look()
  expect(watch.shortage).toBeUndefined()
})

test('the nearer the limit, the sooner the next look', () => {
  expect([0, 1e6, 50e6, 500e6, 9e9].map(waitWith)).toEqual([20, 20, 50, 500, 2000])
})

test('goes on looking, also after a look that failed, until it is stopped', async () => {
  let looks = 0
  const watch = new DiskWatch({
    space: async () => {
      looks += 1
      if (looks === 2) throw new Error('EIO')
      return { freeBytes: 100, totalBytes: 1000 }
    },
    minFreeBytes: 100,
  })
  await watch.start(() => {})
  await expect.poll(() => looks).toBeGreaterThan(3)
  watch.stop()
})

test('a small disk needs less by default', () => {
  expect(minFreeBytes({ freeBytes: 0, totalBytes: 100 * GB })).toBe(100 * 1024 * 1024)
  expect(minFreeBytes({ freeBytes: 0, totalBytes: 1000 })).toBe(50)
  expect(minFreeBytes({ freeBytes: 0, totalBytes: 1000 }, 7)).toBe(7)
})

test('a folder that is not made yet counts as where it would be', async () => {
  const { totalBytes } = await spaceOf(import.meta.dirname)
  expect(await spaceOf(`${import.meta.dirname}/not/here`)).toMatchObject({ totalBytes })
})

test('sizes in words', () => {
  expect([0, 1.55 * 1024 * 1024, 12.9 * 1024 * 1024, 3.5 * GB].map(sizeWords)).toEqual([
    '0 MB',
    '1.5 MB',
    '12 MB',
    '3 GB',
  ])
})
