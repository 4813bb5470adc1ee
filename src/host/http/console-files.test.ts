import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { consoleFile } from './console-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'fairlead-console-'))
const web = join(folder, 'web')
mkdirSync(join(web, 'assets'), { recursive: true })
writeFileSync(join(web, 'index.html'), '<script src="/assets/a.js"></script>')
writeFileSync(join(web, 'assets', 'a.js'), 'run()')
writeFileSync(join(folder, 'secret.js'), 'secret')
afterAll(() => rmSync(folder, { recursive: true }))

test('a built file is served with its type, and may be kept', async () => {
  const answer = await consoleFile('/assets/a.js', web)
  expect(await answer?.text()).toBe('run()')
  expect(answer?.headers.get('content-type')).toContain('javascript')
  expect(answer?.headers.get('cache-control')).toContain('immutable')
})

test.each(['/', '/s/abc', '/s/abc/changes', '/inbox'])(
  '%s is the page, asked for anew each time',
  async (path) => {
    const answer = await consoleFile(path, web)
    expect(await answer?.text()).toContain('/assets/a.js')
    expect(answer?.headers.get('cache-control')).toBe('no-cache')
  },
)

test.each(['/assets/none.js', '/../secret.js', '/assets/../../secret.js', '/..%2fsecret.js'])(
  '%s is nothing',
  async (path) => {
    expect(await consoleFile(path, web)).toBeUndefined()
  },
)

test('where the console is not built, it says so', async () => {
  const answer = await consoleFile('/', join(folder, 'elsewhere'))
  expect(answer?.status).toBe(503)
  expect(await answer?.text()).toContain('npm run build')
})
