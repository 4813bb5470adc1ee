import type { Page } from 'playwright-core'

type Within = Pick<Page, 'getByRole'> & { page?: () => Page }
type Name = string | RegExp

/** Takes an option of a select, as a person does: opens the list and presses the option. */
export async function choose(within: Within, label: Name, option: Name): Promise<void> {
  await within.getByRole('combobox', exactly(label)).click()
  const page = within.page?.() ?? within
  await page.getByRole('option', exactly(option)).click()
}

const exactly = (name: Name) => ({ name, exact: typeof name === 'string' })
