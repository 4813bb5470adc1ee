/** What a repository says about its remotes. Its addresses are shown, never used here. */

import { currentBranch, refsBelow } from './refs.ts'
import type { SafeGit } from './run.ts'

const USUAL = ['main', 'master']

/** The address of `origin`, or of the only remote. A password in it is not shown. */
export async function remoteOf(refs: SafeGit): Promise<string | undefined> {
  const urls = await remoteUrls(refs)
  const url = urls.get('origin') ?? (urls.size === 1 ? [...urls.values()][0] : undefined)
  return url?.replace(/^([a-z+]+:\/\/)[^@/]*@/i, '$1')
}

/** Undefined if there is no such remote. */
export async function remoteUrl(refs: SafeGit, remote: string): Promise<string | undefined> {
  return (await remoteUrls(refs)).get(remote)
}

async function remoteUrls(refs: SafeGit): Promise<ReadonlyMap<string, string>> {
  const { code, stdout } = await refs(['config', '-z', '--get-regexp', '^remote\\..*\\.url$'])
  if (code !== 0) return new Map()
  return new Map(
    stdout.split('\0').flatMap((row) => {
      const [, name, url] = /^remote\.(.*)\.url\n(.*)$/s.exec(row) ?? []
      return name !== undefined && url !== undefined ? [[name, url] as const] : []
    }),
  )
}

/** What `origin` has checked out, where that is known; otherwise a usual name, or the branch of the main checkout. */
export async function defaultBranchOf(refs: SafeGit): Promise<string | undefined> {
  const { code, stdout } = await refs(['symbolic-ref', '--quiet', 'refs/remotes/origin/HEAD'])
  const [, named] = /^refs\/remotes\/origin\/(.+)\n$/.exec(stdout) ?? []
  if (code === 0 && named !== undefined) return named
  const known = await refsBelow(refs, 'refs/heads/')
  return USUAL.find((name) => known.has(`refs/heads/${name}`)) ?? (await currentBranch(refs))
}
