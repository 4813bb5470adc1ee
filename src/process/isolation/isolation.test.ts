import { expect, test } from 'vitest'
import { IsolationError, isolatedCommand, isWithin } from './isolation.ts'

const ISOLATION = {
  program: '/usr/bin/bwrap',
  folders: ['/home/me/.local/share/fairlead', '/mnt/home/me/.local/share/fairlead'],
  files: ['/run/user/1000/bus'],
  pinned: ['/home/me/.local', '/home/me/.local/share'],
  isRoot: false,
}
const CLAUDE = { command: '/usr/bin/claude', args: ['-p', '--', '--bind'], cwd: '/home/me/app' }

test('all stays as it is, then each folder on the way is pinned, then what is hidden is covered', () => {
  const { command, args, cwd } = isolatedCommand(CLAUDE, ISOLATION)
  expect(command).toBe('/usr/bin/bwrap')
  expect(cwd).toBe('/home/me/app')
  expect(args.slice(args.indexOf('--dev-bind'))).toEqual([
    ...['--dev-bind', '/', '/'],
    ...['--dev-bind', '/home/me/.local', '/home/me/.local'],
    ...['--dev-bind', '/home/me/.local/share', '/home/me/.local/share'],
    ...['--tmpfs', '/home/me/.local/share/fairlead', '--remount-ro', '/home/me/.local/share/fairlead'],
    ...[
      '--tmpfs',
      '/mnt/home/me/.local/share/fairlead',
      '--remount-ro',
      '/mnt/home/me/.local/share/fairlead',
    ],
    ...['--ro-bind', '/dev/null', '/run/user/1000/bus'],
    ...['--cap-drop', 'ALL', '--proc', '/proc'],
    ...['--chdir', '/home/me/app'],
    ...['--', '/usr/bin/claude', '-p', '--', '--bind'],
  ])
})

test('it has namespaces and a session of its own, no rights, and ends with bubblewrap', () => {
  const { args } = isolatedCommand(CLAUDE, ISOLATION)
  const flags = args.slice(0, args.indexOf('--dev-bind'))
  expect(flags).toEqual(
    expect.arrayContaining(['--unshare-user', '--unshare-pid', '--die-with-parent', '--new-session']),
  )
  expect(args.join(' ')).toContain('--cap-drop ALL')
})

test('root gets a /proc that is not covered, and then a namespace where it can unmount nothing', () => {
  const { args } = isolatedCommand(CLAUDE, { ...ISOLATION, isRoot: true })
  expect(args).not.toContain('--proc')
  const inside = args.slice(args.indexOf('--') + 1)
  expect(inside.slice(0, 2)).toEqual(['/bin/sh', '-c'])
  expect(inside[2]).toMatch(/mount -t proc .* && exec .*unshare --user --map-root-user --mount -- "\$@"$/)
  expect(inside.slice(4)).toEqual(['/usr/bin/claude', '-p', '--', '--bind'])
})

test('a folder or a program that would be hidden is refused', () => {
  const inside = '/home/me/.local/share/fairlead/worktrees/one'
  const launch = (change: object) => () => isolatedCommand({ ...CLAUDE, ...change }, ISOLATION)
  expect(launch({ cwd: inside })).toThrow(IsolationError)
  expect(launch({ cwd: inside })).toThrow(/working directory .*worktrees\/one lies in .*fairlead.*elsewhere/)
  expect(launch({ command: `${inside}/claude` })).toThrow(/program .*claude lies in/)
  expect(launch({ cwd: '/home/me/.local/share/fairlead-of-another' })).not.toThrow()
})

test.each([
  ['/a/b', '/a', true],
  ['/a', '/a', true],
  ['/ab', '/a', false],
  ['/', '/a', false],
  ['/a', '/', true],
])('%s is within %s: %s', (path, folder, expected) => expect(isWithin(path, folder)).toBe(expected))
