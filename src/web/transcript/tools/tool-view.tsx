import type { ComponentType } from 'react'
import type { Call } from '../call.ts'
import { Agent } from './agent.tsx'
import { Bash } from './bash.tsx'
import { Edit } from './edit.tsx'
import { Find } from './find.tsx'
import { Notebook } from './notebook.tsx'
import { Other } from './other.tsx'
import { Read } from './read.tsx'
import { Todos } from './todos.tsx'
import { Web } from './web.tsx'

const VIEWS: ReadonlyMap<string, ComponentType<{ call: Call }>> = new Map([
  ['Bash', Bash],
  ['Edit', Edit],
  ['MultiEdit', Edit],
  ['Write', Edit],
  ['Read', Read],
  ['Grep', Find],
  ['Glob', Find],
  ['LS', Find],
  ['TodoWrite', Todos],
  ['Agent', Agent],
  ['Task', Agent],
  ['WebFetch', Web],
  ['WebSearch', Web],
  ['NotebookEdit', Notebook],
])

export function ToolView({ call }: { call: Call }) {
  const View = VIEWS.get(call.name) ?? Other
  return <View call={call} />
}
