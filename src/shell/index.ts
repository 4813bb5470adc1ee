export { describeFeature, type ShellFeature, type ShellFeatureKind } from './features.ts'
export { formsOf, isShell } from './forms.ts'
export { readShellLine, type ShellCommand, type ShellLine, type ShellWord } from './line.ts'
