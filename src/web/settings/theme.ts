import { store, stored } from '../store/stored.ts'

export type Theme = 'system' | 'light' | 'dark'

export function theme(): Theme {
  const value = stored('theme')
  return value === 'light' || value === 'dark' ? value : 'system'
}

export function setTheme(value: Theme): void {
  store('theme', value === 'system' ? undefined : value)
  applyTheme()
}

export function applyTheme(): void {
  const value = theme()
  if (value === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = value
}
