/**
 * The address that opens a file in an editor on the reader's machine. Only the schemes of editors are allowed, so that a template
 * can neither run a script nor lead to a page.
 */
import { store, useStored } from '../store/stored.ts'

export interface Editor {
  readonly id: string
  readonly name: string
  readonly template: string
}

export const EDITORS: readonly Editor[] = [
  { id: 'vscode', name: 'VS Code', template: 'vscode://file/{path}:{line}' },
  { id: 'cursor', name: 'Cursor', template: 'cursor://file/{path}:{line}' },
  { id: 'windsurf', name: 'Windsurf', template: 'windsurf://file/{path}:{line}' },
  { id: 'zed', name: 'Zed', template: 'zed://file/{path}:{line}' },
  { id: 'idea', name: 'IntelliJ IDEA', template: 'idea://open?file={path}&line={line}' },
  { id: 'sublime', name: 'Sublime Text', template: 'subl://open?url=file://{path}&line={line}' },
]

const SCHEMES = [
  ...[
    'vscode',
    'vscode-insiders',
    'vscodium',
    'cursor',
    'windsurf',
    'zed',
    'idea',
    'webstorm',
    'phpstorm',
    'pycharm',
  ],
  ...[
    'goland',
    'rubymine',
    'rider',
    'clion',
    'jetbrains',
    'subl',
    'txmt',
    'mvim',
    'nvim',
    'emacs',
    'nova',
    'xcode',
  ],
]
const SETTING = 'editor'

/** What is wrong with a template, or undefined. */
export function templateProblem(template: string): string | undefined {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(template)?.[1]?.toLowerCase()
  if (scheme === undefined || !SCHEMES.includes(scheme))
    return `Begin with the scheme of an editor, such as vscode:// (known: ${SCHEMES.join(', ')}).`
  if (!template.includes('{path}'))
    return 'Put {path} where the path of the file belongs, and {line} for the line.'
  return /[\s<>"'`\\]/.test(template) ? 'Leave out blanks and quotes.' : undefined
}

/** Undefined where no editor is set, or its template is not valid. */
export function editorAddress(template: string | undefined, path: string, line = 1): string | undefined {
  if (!template || templateProblem(template) !== undefined) return undefined
  const isQuery = template.indexOf('?') >= 0 && template.indexOf('?') < template.indexOf('{path}')
  const written = isQuery ? encodeURIComponent(path) : path.split('/').map(encodeURIComponent).join('/')
  const [start = '', ...rest] = template.split('{path}')
  // `file/{path}` with an absolute path would have two slashes.
  const target = start.endsWith('/') && !start.endsWith('//') ? written.replace(/^\//, '') : written
  return [start, ...rest].join(target).replaceAll('{line}', String(line))
}

export const setEditorTemplate = (template: string): void => store(SETTING, template)

export function useEditorTemplate(): string | undefined {
  return useStored(SETTING)[0]
}
