import { type Call, isOver } from '../call.ts'
import { Output } from './bash.tsx'

export function ErrorText({ call }: { call: Call }) {
  if (!isOver(call) || call.status === 'done') return null
  return <Output call={call} name="error" text={call.output} />
}
