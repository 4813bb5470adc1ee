import { navigate } from '../router.ts'
import { setTheme, THEMES } from '../settings/theme.ts'
import {
  AddIcon,
  BoardIcon,
  FolderIcon,
  InboxIcon,
  KeyboardIcon,
  PolicyIcon,
  SearchIcon,
  SettingsIcon,
  ThemeIcon,
  UsageIcon,
} from '../ui/icons.ts'
import type { Item } from './item.ts'

export const newSessionItem: Item = {
  id: 'new',
  title: 'New session',
  icon: AddIcon,
  shortcut: 'n',
  run: () => navigate('/new'),
}

export const pageItems: readonly Item[] = [
  {
    id: 'page board',
    title: 'Board',
    icon: BoardIcon,
    shortcut: 'g',
    words: 'home',
    run: () => navigate('/'),
  },
  {
    id: 'page inbox',
    title: 'Inbox',
    icon: InboxIcon,
    shortcut: 'i',
    words: 'approvals',
    run: () => navigate('/inbox'),
  },
  {
    id: 'page usage',
    title: 'Usage and budgets',
    icon: UsageIcon,
    shortcut: 'u',
    words: 'cost',
    run: () => navigate('/usage'),
  },
  {
    id: 'page projects',
    title: 'Projects',
    icon: FolderIcon,
    words: 'repository worktrees trash settings scripts',
    run: () => navigate('/projects'),
  },
  {
    id: 'page policies',
    title: 'Policies',
    icon: PolicyIcon,
    words: 'rules permissions',
    run: () => navigate('/policies'),
  },
  {
    id: 'page settings',
    title: 'Settings',
    icon: SettingsIcon,
    words: 'agents notifications browsers templates',
    run: () => navigate('/settings'),
  },
  { id: 'page search', title: 'Search everything said', icon: SearchIcon, run: () => navigate('/search') },
  ...THEMES.map(([value, name]) => ({
    id: `theme ${value}`,
    title: `Theme: ${name}`,
    icon: ThemeIcon,
    run: () => setTheme(value),
  })),
]

export const shortcutsItem = (show: () => void): Item => ({
  id: 'shortcuts',
  title: 'Keyboard shortcuts',
  icon: KeyboardIcon,
  shortcut: '?',
  run: show,
})
