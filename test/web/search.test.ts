import { beforeAll, expect, test, vi } from 'vitest'
import { PATIENCE, WebStage } from './stage.ts'

let stage: WebStage
let first: string
let second: string
beforeAll(async () => {
  stage = await WebStage.open()
  first = await stage.session({ title: 'One', prompt: 'a heliotrope for <b>you</b>' })
  second = await stage.session({ title: 'Two', prompt: 'no heliograph here' })
  const api = stage.daemon.api()
  const found = async () => {
    const { hits } = await api.call('search', { query: { q: 'helio' } })
    expect(hits).toHaveLength(2)
  }
  await vi.waitFor(found, { timeout: PATIENCE })
})

test('finds a word as it is typed, marks it, and opens the session at that place by keyboard', async () => {
  const page = await stage.page({ at: '/search' })
  const field = page.getByRole('searchbox', { name: 'Search everything said' })
  await page.locator('.search-field:focus').waitFor()
  await page.keyboard.type('helio')
  const hits = page.locator('.search-hit')
  await expect.poll(() => hits.count()).toBe(2)
  await page.waitForURL('**/search?q=helio')
  await page.keyboard.type('tro')
  await expect.poll(() => hits.count()).toBe(1)
  const group = page.getByRole('region', { name: 'One' })
  await expect.poll(() => group.locator('mark').allInnerTexts()).toEqual(['heliotrope'])
  expect(await group.locator('.search-excerpt').innerText()).toBe('a heliotrope for <b>you</b>')
  // The address follows what is typed; when it has come to the end, nothing is asked any more.
  await page.waitForURL('**/search?q=heliotro')

  const { hits: known } = await stage.daemon.api().call('search', { query: { q: 'heliotrope' } })
  await page.keyboard.press('ArrowDown')
  await page.locator('.search-hit:focus').waitFor()
  await page.keyboard.press('ArrowUp')
  await page.locator('.search-field:focus').waitFor()
  await page.keyboard.press('ArrowDown')
  await page.locator('.search-hit:focus').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/s/${first}?seq=${known[0]?.seq}`)
  await page.getByText('a heliotrope for').first().waitFor()

  await page.goBack()
  await expect.poll(() => field.inputValue()).toBe('heliotro')
  await expect.poll(() => hits.count()).toBe(1)
})

test('an address with words is a search; Enter in the field opens the best hit', async () => {
  const page = await stage.page({ at: '/search?q=heliograph' })
  await page.locator('.search-hit').waitFor()
  await page.getByRole('searchbox', { name: 'Search everything said' }).press('Enter')
  await page.waitForURL(`**/s/${second}?seq=*`)
})

test('an answer that comes late does not replace that of a later question', async () => {
  const page = await stage.page({ at: '/search' })
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/api/search?q=helio&*', async (route) => {
    await held
    await route.continue()
  })
  const field = page.getByRole('searchbox', { name: 'Search everything said' })
  const asked = page.waitForRequest('**/api/search?q=helio&*')
  await field.fill('helio')
  await asked
  await field.fill('heliograph')
  const hits = page.locator('.search-hit')
  await expect.poll(() => hits.count()).toBe(1)
  const late = page.waitForResponse('**/api/search?q=helio&*')
  letGo()
  await (await late).finished()
  await page.evaluate('new Promise(requestAnimationFrame)')
  expect(await hits.count()).toBe(1)
})

test('without a word and without a hit, it says what to do', async () => {
  const page = await stage.page({ at: '/search' })
  await page.getByRole('heading', { name: 'Everything said, in all sessions' }).waitFor()
  await page.getByRole('searchbox', { name: 'Search everything said' }).fill('xylophone')
  await page.getByRole('heading', { name: 'Nothing was found' }).waitFor()
})
