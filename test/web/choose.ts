import type { Page } from 'playwright-core'

type Within = Pick<Page, 'getByRole'> & { page?: () => Page }

/** Takes an option of a select, as a person does: opens the list and presses the option. */
export async function choose(within: Within, label: string, option: string | RegExp): Promise<void> {
  await within.getByRole('combobox', { name: label, exact: true }).click()
  const page = within.page?.() ?? within
  await page.getByRole('option', { name: option, exact: typeof option === 'string' }).click()
}
