/** Files that programs write and nobody reviews line by line. */
const LOCKS = new Set([
  ...['package-lock.json', 'npm-shrinkwrap.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock', 'bun.lockb'],
  ...['deno.lock', 'cargo.lock', 'gemfile.lock', 'poetry.lock', 'pdm.lock', 'uv.lock', 'pipfile.lock'],
  ...['composer.lock', 'go.sum', 'mix.lock', 'pubspec.lock', 'flake.lock', 'gradle.lockfile', 'podfile.lock'],
])

export function isGeneratedName(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  return LOCKS.has(name) || /\.(?:min\.(?:js|css)|map|snap)$|\.generated\.|_pb2\.py$|\.pb\.go$/.test(name)
}
