/**
 * A repository with every setting armed that makes git run a program: each leaves a mark with its name. Its files are
 * changed after the commit, so that git has something to compare.
 */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

export interface ArmedRepository {
  readonly cwd: string
  readonly base: string
  /** The names of the traps that were sprung. */
  marks(): string[]
  forget(): void
  /** A program that leaves this mark. */
  trap(name: string, then?: string): string
  /** As a person would call it. It may fail: what counts are the marks. */
  plainGit(args: readonly string[], input?: string): void
}

/** What springs each trap when git is called plainly. A pager is left out: git starts one for a terminal only. */
export const TRAPS: readonly [name: string, args: readonly string[], input?: string][] = [
  ['textconv', ['diff', '--no-ext-diff', '--', 'f.textconv']],
  ['diff-command', ['diff', '--', 'f.command']],
  ['diff-external', ['diff', '--', 'a.txt']],
  ['filter-clean', ['diff', '--', 'f.clean']],
  ['filter-process', ['diff', '--', 'f.process']],
  ['filter-with-equals-sign', ['diff', '--', 'f.equals']],
  ['filter-of-info-attributes', ['diff', '--', 'f.info']],
  ['filter-of-attributes-file', ['diff', '--', 'f.file']],
  ['filter-smudge', ['checkout', '--', 'f.smudge']],
  ['fsmonitor', ['status', '--', 'a.txt']],
  ['hook', ['read-tree', 'HEAD']],
  ['submodule-fsmonitor', ['status', '--', 'sub']],
  ['submodule-update', ['submodule', 'update', 'sub']],
  ['credential-helper', ['credential', 'fill'], 'protocol=https\nhost=example.invalid\n\n'],
  ['ssh-command', ['ls-remote', 'ssh']],
  ['editor', ['config', '--edit']],
  ['gpg-program', ['log', '-1', '--show-signature', 'signed']],
  ['alias', ['trapped']],
  ['lazy-fetch', ['cat-file', '-p', '0123456789abcdef0123456789abcdef01234567']],
]

const NAMES = {
  'f.textconv': 'diff=converted',
  'f.command': 'diff=commanded',
  'f.clean': 'filter=cleaned',
  'f.smudge': 'filter=smudged',
  'f.process': 'filter=processed',
  'f.equals': 'filter=a=b',
}

export function armedRepository(folder: string): ArmedRepository {
  const [cwd, marks, traps, home] = ['repository', 'marks', 'traps', 'home'].map((it) =>
    join(folder, it),
  ) as [string, string, string, string]
  for (const path of [cwd, marks, traps, home]) mkdirSync(path, { recursive: true })
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    ...{ GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@example.com' },
    ...{ GIT_COMMITTER_NAME: 'Ada', GIT_COMMITTER_EMAIL: 'ada@example.com' },
  }
  const git = (args: readonly string[], options: { cwd?: string; input?: string } = {}) =>
    execFileSync('git', args, {
      cwd,
      env,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'pipe'],
      ...options,
    }).trim()
  const write = (name: string, text: string) => writeFileSync(join(cwd, name), text)
  const trap = (name: string, then = 'exit 0') => {
    const path = join(traps, name)
    writeFileSync(path, `#!/bin/sh\n: > '${join(marks, name)}'\n${then}\n`)
    chmodSync(path, 0o755)
    return path
  }

  const files = ['a.txt', 'f.info', 'f.file', ...Object.keys(NAMES)]
  git(['init', '-q'])
  const attributes = Object.entries(NAMES).map(([name, attribute]) => `${name} ${attribute}\n`)
  write('.gitattributes', attributes.join(''))
  for (const name of [...files, 'touched.txt']) write(name, 'before\n')
  const sub = join(cwd, 'sub')
  mkdirSync(sub)
  git(['init', '-q'], { cwd: sub })
  write('sub/inner.txt', 'before\n')
  git(['add', '.'], { cwd: sub })
  git(['commit', '-qm', 'inner'], { cwd: sub })
  write('.gitmodules', '[submodule "sub"]\n\tpath = sub\n\turl = ./sub\n')
  git(['-c', 'advice.addEmbeddedRepo=false', 'add', '.'])
  git(['commit', '-qm', 'first'])
  const base = git(['rev-parse', 'HEAD'])
  const commit = git(['cat-file', 'commit', 'HEAD']).replace(
    /^committer .*$/m,
    '$&\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n nonsense\n -----END PGP SIGNATURE-----',
  )
  const signed = git(['hash-object', '-t', 'commit', '-w', '--stdin'], { input: `${commit}\n` })
  git(['tag', 'signed', signed])

  // One part stands in an included file, one in the settings of the working tree.
  const included = join(folder, 'included.config')
  const set = (name: string, value: string, where: readonly string[] = ['--local']) =>
    git(['config', ...where, name, value])
  set('core.repositoryformatversion', '1')
  set('extensions.worktreeConfig', 'true')
  set('extensions.partialClone', 'missing')
  set('remote.missing.url', `ext::${trap('lazy-fetch')}`)
  set('remote.missing.promisor', 'true')
  set('protocol.ext.allow', 'always')
  set('remote.ssh.url', 'ssh://example.invalid/x')
  set('core.sshCommand', trap('ssh-command'))
  set('include.path', included)
  set('diff.converted.textconv', trap('textconv', 'exec cat "$1"'), ['--file', included])
  set('diff.commanded.command', trap('diff-command'))
  set('diff.external', trap('diff-external'), ['--worktree'])
  set('filter.cleaned.clean', trap('filter-clean', 'exec cat'))
  set('filter.cleaned.required', 'true')
  set('filter.smudged.smudge', trap('filter-smudge', 'exec cat'))
  set('filter.processed.process', trap('filter-process'))
  set('filter.a=b.clean', trap('filter-with-equals-sign', 'exec cat'))
  set('filter.info.clean', trap('filter-of-info-attributes', 'exec cat'))
  set('filter.file.clean', trap('filter-of-attributes-file', 'exec cat'))
  writeFileSync(join(cwd, '.git/info/attributes'), 'f.info filter=info\n')
  writeFileSync(join(folder, 'attributes'), 'f.file filter=file\n')
  set('core.attributesFile', join(folder, 'attributes'))
  set('credential.helper', trap('credential-helper'))
  set('core.editor', trap('editor'))
  set('core.pager', trap('pager'))
  set('pager.diff', trap('pager'))
  set('gpg.program', trap('gpg-program'))
  set('log.showSignature', 'true')
  set('alias.trapped', `!${trap('alias')}`)
  set('submodule.sub.url', './sub')
  set('submodule.sub.update', `!${trap('submodule-update')}`)
  const hooks = join(folder, 'hooks')
  mkdirSync(hooks)
  writeFileSync(join(hooks, 'post-index-change'), readFileSync(trap('hook')), { mode: 0o755 })
  set('core.hooksPath', hooks)
  execFileSync('git', ['config', 'core.fsmonitor', trap('submodule-fsmonitor')], { cwd: sub, env })
  // Another commit than the one that is noted: `submodule update` has something to do.
  write('sub/inner.txt', 'after\n')
  execFileSync('git', ['-c', 'core.fsmonitor=false', 'commit', '-qam', 'second'], { cwd: sub, env })
  set('core.fsmonitor', trap('fsmonitor'))

  // Of the same size, so that only the content tells.
  for (const name of files) write(name, 'after!\n')
  // The same content at another time: git notes that in the index, and calls a hook when it has written it.
  utimesSync(join(cwd, 'touched.txt'), 1, 1)
  for (const name of readdirSync(marks)) rmSync(join(marks, name))
  return {
    cwd,
    base,
    trap,
    marks: () => (existsSync(marks) ? readdirSync(marks).sort() : []),
    forget: () => {
      for (const name of readdirSync(marks)) rmSync(join(marks, name))
    },
    plainGit: (args, input = '') => {
      try {
        execFileSync('git', args, { cwd, env, input, stdio: ['pipe', 'ignore', 'ignore'] })
      } catch {
        // The traps make no good filters.
      }
    },
  }
}
