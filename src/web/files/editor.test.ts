import { expect, test } from 'vitest'
import { EDITORS, editorAddress, templateProblem } from './editor.ts'

test.each(EDITORS)('$name has a valid template', ({ template }) => {
  expect(templateProblem(template)).toBeUndefined()
})

test.each([
  ['vscode://file/{path}:{line}', '/home/me/a b.ts', 'vscode://file/home/me/a%20b.ts:7'],
  ['zed://file{path}:{line}', '/a.ts', 'zed://file/a.ts:7'],
  ['idea://open?file={path}&line={line}', '/src/a&b.ts', 'idea://open?file=%2Fsrc%2Fa%26b.ts&line=7'],
  ['vscode://file/{path}', '/a#?.ts', 'vscode://file/a%23%3F.ts'],
])('%s opens %s at %s', (template, path, address) => {
  expect(editorAddress(template, path, 7)).toBe(address)
})

test.each([
  'javascript:alert(1)//{path}',
  'JavaScript://{path}',
  'data://text/html,{path}',
  'http://evil.invalid/{path}',
  'https://evil.invalid/{path}',
  'file://{path}',
  'blob://{path}',
  'vscode://file/',
  'vscode://file/{path} "onclick=',
  ' vscode://file/{path}',
  '{path}',
  '',
])('the template %j opens nothing', (template) => {
  expect(templateProblem(template)).toBeDefined()
  expect(editorAddress(template, '/a.ts')).toBeUndefined()
})
