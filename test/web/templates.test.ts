/** Prompt templates: made in the settings, used in messages and new sessions. */
import { expect, test } from 'vitest'
import { WebStage } from './stage.ts'

const TEMPLATES = [
  { name: 'review', description: 'A careful look', text: 'Review {{file}} for {{what}}.' },
  { name: 'tidy', text: 'Tidy up.' },
]

async function open(): Promise<WebStage> {
  const stage = await WebStage.alone(WebStage.open())
  await stage.daemon.api().call('putTemplates', { body: { templates: TEMPLATES } })
  return stage
}

test('a template is typed by its name, and its variables are asked for', async () => {
  const stage = await open()
  const id = await stage.session({ title: 'Uses', prompt: 'hello' })
  const page = await stage.page({ at: `/s/${id}` })
  const field = page.getByRole('textbox', { name: /^Message to/ })
  await field.fill('/rev')
  await page.getByRole('option', { name: /\/review/ }).waitFor()
  await field.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Template review' })
  await dialog.getByRole('textbox', { name: 'file' }).fill('a.ts')
  expect(await dialog.getByRole('button', { name: 'Insert prompt' }).isDisabled()).toBe(true)
  await dialog.getByRole('textbox', { name: 'what' }).fill('races')
  await dialog.getByRole('textbox', { name: 'what' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => field.inputValue()).toBe('Review a.ts for races.')
  await field.fill('/tid')
  await page.getByRole('option', { name: /\/tidy/ }).click()
  await expect.poll(() => field.inputValue()).toBe('Tidy up.')
})

test('the first prompt of a session is made of one', async () => {
  const stage = await open()
  const page = await stage.page({ at: '/new' })
  await page.getByRole('button', { name: 'Templates' }).click()
  await page.getByRole('menuitem', { name: 'tidy' }).click()
  await expect.poll(() => page.locator('#new-prompt').inputValue()).toBe('Tidy up.')
})

test('they are added, changed and removed in the settings; a name that is taken is refused before it is sent', async () => {
  const stage = await open()
  const page = await stage.page({ at: '/settings' })
  const section = page.getByRole('region', { name: 'Prompt templates' })
  const names = async () =>
    (await stage.daemon.api().call('getTemplates', {})).templates.map(({ name }) => name)
  await section.getByRole('button', { name: 'Add template' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add template' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Review')
  await dialog.getByText('Another template has this name.').waitFor()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('explain')
  await dialog.getByRole('textbox', { name: 'Prompt' }).fill('Explain {{topic}}')
  await dialog.getByText('Asks for: topic').waitFor()
  await dialog.getByRole('button', { name: 'Save template' }).click()
  await section.getByText('/explain').waitFor()
  await expect.poll(names).toEqual(['review', 'tidy', 'explain'])
  await section.getByRole('button', { name: 'Edit template tidy' }).click()
  await page
    .getByRole('dialog', { name: 'Edit template' })
    .getByRole('textbox', { name: 'Name' })
    .fill('clean')
  await page.getByRole('button', { name: 'Save template' }).click()
  await section.getByText('/clean').waitFor()
  await section.getByRole('button', { name: 'Delete template review' }).click()
  await expect.poll(names).toEqual(['clean', 'explain'])
})
