/** The pull request in the head of a session, as a stand-in for `gh` tells of it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { git, repository } from '../host/work/repository.ts'
import { WebStage } from './stage.ts'

const REQUEST = {
  number: 17,
  url: 'https://github.com/acme/shop/pull/17',
  title: 'Add gift cards',
  state: 'OPEN',
  isDraft: false,
  statusCheckRollup: [
    {
      __typename: 'CheckRun',
      name: 'types',
      status: 'COMPLETED',
      conclusion: 'SUCCESS',
      detailsUrl: 'https://github.com/a/1',
    },
    { __typename: 'CheckRun', name: 'build', status: 'IN_PROGRESS', conclusion: '' },
    { __typename: 'StatusContext', context: 'tests', state: 'FAILURE', targetUrl: 'https://ci.example/2' },
  ],
}

test('the number, the worst of the checks, and each of them with its link', async () => {
  const tools = mkdtempSync(join(tmpdir(), 'fairlead-tools-'))
  writeFileSync(join(tools, 'gh'), `#!/bin/sh\ncat <<'END'\n${JSON.stringify(REQUEST)}\nEND\n`, {
    mode: 0o755,
  })
  const stage = await WebStage.alone(
    WebStage.open({ PATH: `${tools}:${process.env.PATH}` }, [], () =>
      rmSync(tools, { recursive: true, force: true }),
    ),
  )
  const cwd = join(stage.daemon.cwd, 'shop')
  repository(cwd)
  git(cwd, 'remote', 'add', 'origin', 'git@github.com:acme/shop.git')
  git(cwd, 'update-ref', 'refs/remotes/origin/fairlead/gift', 'HEAD')
  const id = await stage.session({ cwd, title: 'Gift cards', worktree: { name: 'gift' } })
  const page = await stage.page({ at: `/s/${id}`, viewport: { width: 1440, height: 900 } })
  await page.getByRole('button', { name: '#17 Open, checks: 1 failed, 1 pending, 1 passed' }).click()
  const checks = page.getByRole('list', { name: 'Checks' }).getByRole('listitem')
  await expect
    .poll(async () => (await checks.allInnerTexts()).map((it) => it.replace(/\s+/g, ' ')))
    .toEqual(['tests failed', 'build pending', 'types passed'])
  expect(await page.getByRole('link', { name: 'Details of tests' }).getAttribute('href')).toBe(
    'https://ci.example/2',
  )
  expect(await page.getByRole('link', { name: 'Add gift cards' }).getAttribute('href')).toBe(REQUEST.url)
})
