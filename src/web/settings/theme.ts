import { store, stored } from '../store/stored.ts'

export const THEMES = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['paper', 'Paper'],
  ['contrast', 'Contrast'],
] as const
export type Theme = (typeof THEMES)[number][0]

const prefersDark = matchMedia('(prefers-color-scheme: dark)')

export function theme(): Theme {
  const value = stored('theme')
  return THEMES.find(([name]) => name === value)?.[0] ?? 'system'
}

export function setTheme(value: Theme): void {
  store('theme', value === 'system' ? undefined : value)
  applyTheme()
}

/** Also follows the system, and a choice in another tab. */
export function startTheme(): void {
  applyTheme()
  prefersDark.addEventListener('change', applyTheme)
  addEventListener('storage', applyTheme)
}

function applyTheme(): void {
  const value = theme()
  const root = document.documentElement
  root.dataset.theme = value === 'system' ? (prefersDark.matches ? 'dark' : 'light') : value
  const canvas = getComputedStyle(root).getPropertyValue('--canvas')
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', canvas)
}
