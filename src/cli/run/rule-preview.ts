/** What the CLI would remember, in words. */
import { type PermissionUpdate, ruleText } from '../../protocol/permissions.ts'

const PLACES: Readonly<Record<string, string>> = {
  session: 'until this session ends',
  localSettings: 'in this project, only for you',
  projectSettings: 'in this project, for everybody',
  userSettings: 'in all your projects',
  cliArg: 'until this session ends',
}

export function previewOf(update: PermissionUpdate): string {
  return `${whatOf(update)} (${PLACES[String(update.destination)] ?? 'as the CLI sees fit'})`
}

function whatOf(update: PermissionUpdate): string {
  switch (update.type) {
    case 'addRules':
    case 'replaceRules':
    case 'removeRules': {
      const verb = update.type === 'removeRules' ? `no longer ${update.behavior}` : update.behavior
      return `${verb} ${update.rules.map(ruleText).join(', ')}`
    }
    case 'setMode':
      return `go on in the mode ${update.mode}`
    case 'addDirectories':
      return `allow work in ${update.directories.join(', ')}`
    case 'removeDirectories':
      return `no longer allow work in ${update.directories.join(', ')}`
    default:
      return JSON.stringify(update)
  }
}
