import { useStored } from '../store/stored.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { ThemeIcon } from '../ui/icons.ts'
import { Menu } from '../ui/menu.tsx'
import { setTheme, THEMES, theme } from './theme.ts'

export function ThemeMenu() {
  useStored('theme')
  const entries = THEMES.map(([value, name]) => ({
    name,
    isChosen: value === theme(),
    run: () => setTheme(value),
  }))
  return (
    <Menu label="Theme" entries={entries}>
      <IconButton label="Theme" icon={ThemeIcon} size="small" />
    </Menu>
  )
}
