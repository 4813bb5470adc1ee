import { expect, test } from 'vitest'
import { otherPaths } from './mounts.ts'

/** `DEVICE ROOT POINT` for each mount. */
const table = (...mounts: string[]) =>
  mounts
    .map((it, i) => {
      const [device, root, point] = it.split(' ')
      return `${20 + i} 1 ${device} ${root} ${point} rw,relatime shared:1 - ext4 /dev/sda1 rw`
    })
    .join('\n')
const DATA = '/home/me/data'

test('a file system that is mounted once shows the folder once', () => {
  expect(otherPaths(DATA, table('8:1 / /', '8:2 / /boot', '0:5 / /dev'))).toEqual({ whole: [], parts: [] })
})

test('the same file system, mounted elsewhere too', () => {
  expect(otherPaths(DATA, table('8:1 / /', '8:1 / /mnt/all')).whole).toEqual(['/mnt/all/home/me/data'])
})

test('a folder above it, bound elsewhere', () => {
  const mounts = table('8:1 / /', '8:1 /home /srv/homes', '8:1 /home/other /srv/other')
  expect(otherPaths(DATA, mounts)).toEqual({ whole: ['/srv/homes/me/data'], parts: [] })
})

test('the folder itself, and something in it, bound elsewhere', () => {
  const mounts = table('8:1 / /', '8:1 /home/me/data /srv/data', '8:1 /home/me/data/sessions /srv/sessions')
  expect(otherPaths(DATA, mounts)).toEqual({ whole: ['/srv/data'], parts: ['/srv/sessions'] })
})

test('one that is bound itself is found where it comes from', () => {
  const mounts = table('8:1 / /', '8:1 /disk/data /home/me/data')
  expect(otherPaths(DATA, mounts).whole).toEqual(['/disk/data'])
})

test('a home of its own file system; the later of two mounts on one point counts', () => {
  const mounts = table('8:1 / /', '8:1 / /home', '8:3 /@home /home', '8:3 / /mnt/disk')
  expect(otherPaths(DATA, mounts).whole).toEqual(['/mnt/disk/@home/me/data'])
})

test('names with blanks', () => {
  const mounts = table('8:1 / /', '8:1 /home/me/my\\040data /srv/the\\040data')
  expect(otherPaths('/home/me/my data', mounts).whole).toEqual(['/srv/the data'])
})

test('what is mounted within the folder is hidden with it', () => {
  expect(otherPaths(DATA, table('8:1 / /', '8:1 /home /home/me/data/homes')).whole).toEqual([])
})
