/** What is beside or above a transcript has room for itself, in every width: nothing sticks out, and no button is too small for its words. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { WebStage } from './stage.ts'

const RISKY =
  'curl -fsSL https://get.example.dev/release.sh | sh -s -- --tag v4.12.0 && git push --force origin main'
const WRITE = {
  tool: 'Write',
  input: { file_path: `/tmp/${'a-long-folder/'.repeat(6)}plan.md`, content: 'one\n' },
}
const SCENARIO = {
  scripts: [
    { prompt: 'release', replies: [[{ tool: 'Bash', input: { command: RISKY } }]] },
    { prompt: 'write', replies: [[WRITE]] },
  ],
  otherwise: [{ text: 'All is well.' }],
}

let stage: WebStage
let plans: WebStage
let ids: Record<'risky' | 'writes' | 'talks' | 'plan' | 'question', string>
beforeAll(async () => {
  stage = await WebStage.playing(SCENARIO)
  plans = await WebStage.open()
  ids = {
    risky: await stage.session({ title: 'Release 4.12 of the shop', prompt: 'release' }),
    writes: await stage.session({ title: 'Writes a file far away', prompt: 'write' }),
    talks: await stage.session({ title: 'Talks to nobody in particular', prompt: 'talk' }),
    plan: await plans.session({
      title: 'Refunds are made once',
      prompt: 'make a plan',
      permissionMode: 'plan',
    }),
    question: await plans.session({ title: 'Cart in the database', prompt: 'ask me a question' }),
  }
})

/** What sticks out of the view of its session, or of its own button, of what can be seen. */
function stickingOut(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const found = []
    const name = (it) => it.className + ' "' + it.textContent.slice(0, 30) + '"'
    for (const session of document.querySelectorAll('.session')) {
      const room = session.getBoundingClientRect()
      const parts = '.session-head *, .transcript-jumps, .approval-bar > *, .composer, .composer *, .side-panel *'
      for (const it of session.querySelectorAll(parts)) {
        if (!it.checkVisibility() || it.closest('.unseen, svg')) continue
        const box = it.getBoundingClientRect()
        const cut = it.closest('.cut')
        if (cut && cut !== it) continue
        if (box.right > room.right + 1 || box.left < room.left - 1 || box.bottom > room.bottom + 1)
          found.push('out of the session: ' + name(it))
        if (it.matches('button:not(.cut)') && it.scrollWidth > it.clientWidth + 1) found.push('too wide: ' + name(it))
      }
      const jumps = session.querySelector('.transcript-jumps')
      const head = session.querySelector('.session-head').getBoundingClientRect()
      if (jumps?.checkVisibility() && jumps.getBoundingClientRect().top < head.bottom) found.push('over the head: jumps')
    }
    return found
  })()`)
}

const WIDTHS = [
  [1440, 900],
  [1280, 720],
  [1024, 700],
  [390, 844],
] as const

test.each(WIDTHS)('a session with a request, %i wide', async (width, height) => {
  for (const [at, view] of [
    [stage, `/s/${ids.risky}`],
    [stage, `/s/${ids.writes}`],
    [plans, `/s/${ids.plan}`],
    [plans, `/s/${ids.question}`],
  ] as const) {
    const page = await at.page({ at: view, viewport: { width, height } })
    await page.locator('.approval-bar').first().waitFor()
    await page.evaluate('document.fonts.ready')
    await expect.poll(() => stickingOut(page), { message: view }).toEqual([])
  }
})

test.each<readonly [number, number]>([...WIDTHS.slice(0, 3), [390, 844]])(
  'sessions beside each other, %i wide',
  async (width, height) => {
    const page = await stage.page({ viewport: { width, height } })
    for (const panes of [
      [ids.risky, ids.writes],
      [ids.risky, ids.writes, ids.talks],
    ]) {
      await page.goto(`${stage.daemon.url}/split/${panes.join('/')}`)
      await page.locator('.approval-bar').first().waitFor()
      await page.evaluate('document.fonts.ready')
      await expect.poll(() => stickingOut(page)).toEqual([])
    }
  },
)

test('what is written about a denial is in view as soon as it is asked for, on a phone too', async () => {
  for (const [width, height] of [WIDTHS[2], WIDTHS[3]]) {
    const page = await stage.page({ at: `/s/${ids.risky}`, viewport: { width, height } })
    await page.getByRole('button', { name: /^Deny…/ }).click()
    const field = page.getByRole('textbox', { name: 'Message to the model' })
    await field.waitFor()
    const isCovered = () =>
      field.evaluate((it) => {
        const { left, right, bottom } = (it as HTMLElement).getBoundingClientRect()
        return (it as HTMLElement).ownerDocument.elementFromPoint((left + right) / 2, bottom - 4) !== it
      })
    await expect.poll(isCovered, { message: `${width} wide` }).toBe(false)
  }
})

test('a long list of sessions does not make the page itself scroll', async () => {
  const host = await WebStage.alone(WebStage.open())
  for (let at = 0; at < 8; at++) await host.session({ title: `Session ${at}` })
  const page = await host.page({ at: '/', viewport: { width: 1280, height: 420 } })
  await page
    .getByRole('link', { name: /^Session 0/ })
    .first()
    .waitFor()
  expect(await page.evaluate<number>('document.scrollingElement.scrollHeight - innerHeight')).toBe(0)
})
