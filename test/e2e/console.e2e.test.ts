/** The console on the real CLI: created, streamed, reloaded, the host killed and started again, approved with another input. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebStage } from '../web/stage.ts'
import { claudeBinary } from './claude-binaries.ts'
import { type Stage, setStage } from './stage.ts'

const VERSION = '2.1.325'

describe(`the console on ${VERSION}`, () => {
  let stage: Stage
  let web: WebStage
  beforeAll(async () => {
    stage = await setStage(VERSION, {
      scripts: [
        {
          prompt: 'write it',
          replies: [
            [{ tool: 'Write', input: { file_path: 'made.txt', content: 'by the model' } }],
            [{ text: 'It is written.' }],
          ],
        },
        {
          prompt: 'tell a tale',
          replies: [
            [
              { text: 'Once upon ', chunk: 4 },
              { hold: 'reload' },
              { text: 'a time there was ', chunk: 4 },
              { hold: 'kill' },
              { text: 'a happy end.', chunk: 4 },
            ],
          ],
        },
      ],
    })
    web = await WebStage.open({ ...stage.env, CLAUDE_BIN: claudeBinary(VERSION) }, ['--root', stage.home])
  })
  afterAll(async () => {
    await web.close()
    await stage.close()
  })

  test('R-SESSION-19 a turn streams on through a reload and a killed host; a tool runs with the edited input', async () => {
    const page = await web.page()
    page.setDefaultTimeout(120_000)
    await page.goto(`${web.daemon.url}/new`)
    await page
      .getByLabel(/folder/i)
      .first()
      .fill(stage.cwd)
    await page
      .getByLabel(/prompt/i)
      .first()
      .fill('tell a tale')
    await page.getByRole('button', { name: /^(create|start)/i }).click()

    const transcript = page.getByRole('feed')
    await transcript.getByText('Once upon').waitFor()
    await page.reload()
    await transcript.getByText('Once upon').waitFor()
    stage.model.release('reload')
    await transcript.getByText('a time there was').waitFor()

    await web.daemon.kill()
    await page.getByText(/^Not connected: /).waitFor()
    await expect.poll(() => transcript.getByText('a time there was').count()).toBe(1)
    await web.daemon.start()
    await page.getByText(/^Not connected: /).waitFor({ state: 'detached' })
    stage.model.release('kill')
    await transcript.getByText('a happy end.').waitFor()
    await page.locator('[data-testid=liveness][data-status=idle]').waitFor()
    const told = await transcript.innerText()
    for (const part of ['tell a tale', 'Once upon', 'a time there was', 'a happy end.'])
      expect(told.split(part), part).toHaveLength(2)

    await page.getByRole('textbox', { name: /message/i }).fill('write it')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^Edit/ }).click()
    const field = page.getByRole('textbox', { name: /input/i })
    const input = JSON.parse(await field.inputValue()) as Record<string, unknown>
    await field.fill(JSON.stringify({ ...input, content: 'by a person' }))
    await page
      .getByRole('button', { name: /^Allow/ })
      .first()
      .click()
    await transcript.getByText('It is written.').waitFor()
    expect(readFileSync(join(stage.cwd, 'made.txt'), 'utf8')).toBe('by a person')
  })
})
