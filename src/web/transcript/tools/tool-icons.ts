import {
  AgentsIcon,
  FileIcon,
  FolderIcon,
  type Icon,
  PlanIcon,
  QuestionIcon,
  RenameIcon,
  SearchIcon,
  TerminalIcon,
  ToolIcon,
  WebIcon,
} from '../../ui/icons.ts'

const ICONS: ReadonlyMap<string, Icon> = new Map([
  ['Bash', TerminalIcon],
  ['BashOutput', TerminalIcon],
  ['KillShell', TerminalIcon],
  ['Edit', RenameIcon],
  ['MultiEdit', RenameIcon],
  ['Write', RenameIcon],
  ['NotebookEdit', RenameIcon],
  ['Read', FileIcon],
  ['Grep', SearchIcon],
  ['Glob', SearchIcon],
  ['LS', FolderIcon],
  ['WebFetch', WebIcon],
  ['WebSearch', WebIcon],
  ['TodoWrite', PlanIcon],
  ['ExitPlanMode', PlanIcon],
  ['AskUserQuestion', QuestionIcon],
  ['Agent', AgentsIcon],
  ['Task', AgentsIcon],
])

export const iconOf = (tool: string): Icon => ICONS.get(tool) ?? ToolIcon
