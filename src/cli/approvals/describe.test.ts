import { expect, test } from 'vitest'
import { style } from '../terminal/style.ts'
import { approvalLine, approvalLines, NO_PLAN } from './describe.ts'

const request = { subtype: 'can_use_tool', tool_name: 'ExitPlanMode', input: {} } as const
const plan = { kind: 'plan', toolName: 'ExitPlanMode', request } as const

test('a plan that the request leaves out is shown as the call has it', () => {
  const view = { ...plan, plan: '# Do it\n1. Go' }
  expect(approvalLine(view)).toBe('plan: # Do it 1. Go')
  expect(approvalLines(view, style).slice(1)).toEqual(['    # Do it', '    1. Go'])
})

test('a plan that nobody wrote is named as empty', () => {
  expect(approvalLines({ ...plan, plan: '' }, style).slice(1)).toEqual([`    ${NO_PLAN}`])
})
