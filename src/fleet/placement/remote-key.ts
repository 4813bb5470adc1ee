/**
 * By what machines know that a folder is the same project: the place that its git remote names, however it is written. Undefined where
 * the remote is a folder, which is another one on each machine.
 */
export function remoteKey(remote: string): string | undefined {
  const [, host, path] = scpPlace(remote) ?? urlPlace(remote) ?? []
  if (!host || !path) return undefined
  const trimmed = path
    .replace(/^\/+/, '')
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
  return trimmed === '' ? undefined : `${host.toLowerCase()}/${trimmed}`
}

/** `git@example.org:me/app.git`, as ssh has it. */
function scpPlace(remote: string): readonly string[] | null {
  return /^(?:[^@/:]+@)?([^@/:]{2,}):(?!\/\/|:)(.+)$/.exec(remote)
}

/** A user, a password and the usual port make no difference. */
function urlPlace(remote: string): readonly string[] | undefined {
  if (!/^(?:https?|ssh|git):\/\//i.test(remote) || !URL.canParse(remote)) return undefined
  const { protocol, hostname, port, pathname } = new URL(remote)
  const isUsual =
    port === '' || (protocol === 'ssh:' && port === '22') || (protocol === 'git:' && port === '9418')
  return [remote, isUsual ? hostname : `${hostname}:${port}`, pathname]
}
