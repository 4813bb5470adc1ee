import type { Page } from 'playwright-core'

type Within = Pick<Page, 'getByRole'> & { page?: () => Page }
type Name = string | RegExp

/** Takes an option of a select, as a person does: opens the list and presses the option. */
export async function choose(within: Within, label: Name, option: Name): Promise<void> {
  await within.getByRole('combobox', exactly(label)).click()
  const page = within.page?.() ?? within
  await page.getByRole('option', exactly(option)).click()
}

/** Takes an entry of the menu that has a session's model and permission mode. */
export async function chooseSetting(page: Page, entry: Name): Promise<void> {
  await page.getByRole('button', { name: /^Model and permissions/ }).click()
  await page.getByRole('menuitemcheckbox', exactly(entry)).click()
}

/** Takes a way to send a message while the session works. */
export async function chooseWhen(page: Page, way: string): Promise<void> {
  await page.getByRole('button', { name: 'When to send' }).click()
  await page.getByRole('menuitemcheckbox', { name: way }).click()
}

const exactly = (name: Name) => ({ name, exact: typeof name === 'string' })
