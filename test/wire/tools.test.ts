// The inputs of tools.
import { describe, expect, expectTypeOf, test } from 'vitest'
import {
  isToolInput,
  isToolName,
  type JsonObject,
  mcpToolName,
  TOOL_NAMES,
  type ToolInputs,
  type ToolName,
  type ToolUseBlock,
} from '../../src/protocol/index.ts'
import { type Closed, type Example, expectExample, type Needed } from './example.ts'
import { stdout } from './wire.ts'

/** The tool is listed, and takes this input. */
function tool<N extends ToolName>(title: string, name: N, example: Example<Closed<ToolInputs[N]>>): void {
  test(title, () => {
    expect(TOOL_NAMES).toContain(name)
    expectExample((input) => isToolInput(name, input), example)
    expect(isToolInput(name, [])).toBe(false)
  })
}

const file_path = '/home/ada/project/src/lines.ts'

describe('files and commands', () => {
  tool('R-TOOL-1 Bash takes a command', 'Bash', {
    all: { command: 'npm test', description: 'Run the tests', timeout: 60_000, run_in_background: true },
    needs: ['command'],
  })
  tool('R-TOOL-2 Read takes a file', 'Read', {
    all: { file_path, offset: 100, limit: 50 },
    needs: ['file_path'],
  })
  tool('R-TOOL-3 Write takes a file and its content', 'Write', {
    all: { file_path, content: 'export {}\n' },
    needs: ['file_path', 'content'],
  })
  tool('R-TOOL-4 Edit takes a file, an old string and a new one', 'Edit', {
    all: { file_path, old_string: 'a', new_string: 'b', replace_all: true },
    needs: ['file_path', 'old_string', 'new_string'],
  })
  tool('R-TOOL-5 MultiEdit of older versions takes a file and edits', 'MultiEdit', {
    all: { file_path, edits: [{ old_string: 'a', new_string: 'b', replace_all: false }] },
    needs: ['file_path', 'edits[0].old_string', 'edits[0].new_string'],
  })
  tool('R-TOOL-6 Glob takes a pattern', 'Glob', {
    all: { pattern: '**/*.ts', path: '/home/ada/project' },
    needs: ['pattern'],
  })
  tool('R-TOOL-7 Grep takes a pattern', 'Grep', {
    all: {
      pattern: 'LineFramer',
      path: 'src',
      glob: '*.ts',
      type: 'ts',
      output_mode: 'content',
      '-A': 1,
      '-B': 2,
      '-C': 3,
      '-i': true,
      '-n': true,
    },
    needs: ['pattern'],
  })
  tool('R-TOOL-15 NotebookEdit takes a notebook and a source', 'NotebookEdit', {
    all: {
      notebook_path: '/home/ada/project/plot.ipynb',
      new_source: 'plot()',
      cell_id: 'c3',
      cell_type: 'code',
      edit_mode: 'insert',
    },
    needs: ['notebook_path', 'new_source'],
  })
})

describe('the web', () => {
  tool('R-TOOL-8 WebFetch takes an address and a prompt', 'WebFetch', {
    all: { url: 'https://example.org/', prompt: 'Who wrote it?' },
    needs: ['url', 'prompt'],
  })
  tool('R-TOOL-9 WebSearch takes a query', 'WebSearch', {
    all: { query: 'ndjson', allowed_domains: ['example.org'], blocked_domains: ['example.com'] },
    needs: ['query'],
  })
})

describe('agents and tasks', () => {
  const agent: ToolInputs['Task'] = {
    description: 'Find the parser',
    prompt: 'Where are lines cut?',
    subagent_type: 'Explore',
    model: 'haiku',
    run_in_background: true,
    resume: 'a63f0',
  }
  tool('R-TOOL-10 Task takes a description and a prompt', 'Task', {
    all: agent,
    needs: ['description', 'prompt'],
  })
  tool('R-TOOL-11 Agent takes what Task takes', 'Agent', { all: agent, needs: ['description', 'prompt'] })
  test('R-TOOL-11 init may say Task where a message says Agent', () => {
    expectTypeOf<ToolInputs['Agent']>().toEqualTypeOf<ToolInputs['Task']>()
    const init = { type: 'system', subtype: 'init', session_id: 's', cwd: '/home/ada', model: 'm' }
    expect(stdout({ ...init, tools: ['Task'], permissionMode: 'default' })).toBe(true)
    const block: ToolUseBlock = { type: 'tool_use', id: 'toolu_01Kq', name: 'Agent', input: { ...agent } }
    expect(stdout({ type: 'assistant', message: { content: [block] } })).toBe(true)
    expect(isToolName(block.name) && isToolInput(block.name, block.input)).toBe(true)
  })
  tool('R-TOOL-12 TaskOutput takes a task', 'TaskOutput', {
    all: { task_id: 'b41c', block: true, timeout: 5000 },
    needs: ['task_id'],
  })
  tool('R-TOOL-13 TaskStop takes a task', 'TaskStop', { all: { task_id: 'b41c' } })
  tool('R-TOOL-14 BashOutput of older versions takes bash_id', 'BashOutput', {
    all: { bash_id: 'bash_1' },
    needs: ['bash_id'],
  })
  tool('R-TOOL-14 KillShell of older versions takes shell_id', 'KillShell', {
    all: { shell_id: 'bash_1' },
    needs: ['shell_id'],
  })
  tool('R-TOOL-20 Skill takes a skill', 'Skill', {
    all: { skill: 'changelog', args: '--since v1' },
    needs: ['skill'],
  })
})

describe('questions and plans', () => {
  const questions: ToolInputs['AskUserQuestion']['questions'] = [
    {
      question: 'Which parser?',
      header: 'Parser',
      multiSelect: false,
      options: [
        { label: 'By hand', description: 'No dependency' },
        { label: 'A library', description: 'Less code' },
      ],
    },
  ]
  const needs = ['questions[0].question', 'questions[0].options[0].label']
  tool('R-TOOL-16 AskUserQuestion takes questions with options', 'AskUserQuestion', {
    all: { questions },
    needs,
  })
  tool('R-TOOL-17 an answered AskUserQuestion may have answers', 'AskUserQuestion', {
    all: {
      questions,
      answers: { 'Which parser?': 'By hand' },
      annotations: { 'Which parser?': { notes: 'keep it short' } },
      response: 'By hand, but with tests',
    },
    needs,
  })
  tool('R-TOOL-18 EnterPlanMode takes nothing', 'EnterPlanMode', { all: {} })
  tool('R-TOOL-19 ExitPlanMode needs nothing', 'ExitPlanMode', {
    all: {
      allowedPrompts: [{ tool: 'Bash', prompt: 'run the tests' }],
      pushToRemote: false,
      plan: '1. Cut lines\n2. Test',
      planFilePath: '/home/ada/.claude/plans/lines.md',
    },
  })
})

describe('lists of things to do', () => {
  tool('R-TOOL-21 TaskCreate takes a subject and a description', 'TaskCreate', {
    all: { subject: 'Sort', description: 'Sort it', activeForm: 'Sorting', metadata: { size: 'small' } },
    needs: ['subject', 'description'],
  })
  tool('R-TOOL-22 TaskGet takes a task', 'TaskGet', { all: { taskId: '4' }, needs: ['taskId'] })
  tool('R-TOOL-23 TaskUpdate takes a task and what changes', 'TaskUpdate', {
    all: {
      taskId: '4',
      status: 'in_progress',
      subject: 'Sort',
      description: 'Sort it well',
      owner: 'ada',
      addBlocks: ['5'],
      addBlockedBy: ['3'],
    },
    needs: ['taskId'],
  })
  tool('R-TOOL-24 TaskList takes nothing', 'TaskList', { all: {} })
  tool('R-TOOL-25 TodoWrite takes todos with content and status', 'TodoWrite', {
    all: { todos: [{ content: 'Cut lines', status: 'pending', activeForm: 'Cutting lines' }] },
    needs: ['todos[0].content', 'todos[0].status'],
  })
  test('R-TOOL-18 R-TOOL-24 a tool that takes nothing needs nothing', () => {
    expectTypeOf<Needed<ToolInputs['EnterPlanMode' | 'TaskList']>>().toBeNever()
  })
})

describe('other tools', () => {
  /** A use of a tool that is not listed, after its way through the wire. */
  function expectOpen(name: string): void {
    const input = { title: 'Lines are lost', labels: ['bug'], deep: { list: [1, null] } }
    const block: ToolUseBlock = { type: 'tool_use', id: 'toolu_01Kq', name, input }
    expect(isToolName(name)).toBe(false)
    expect(stdout({ type: 'assistant', message: { content: [block] } })).toBe(true)
    expectTypeOf(block.input).toEqualTypeOf<JsonObject>()
  }

  test.each([
    ['mcp__tickets__create', { server: 'tickets', tool: 'create' }],
    ['mcp__my_files__read__all', { server: 'my_files', tool: 'read__all' }],
  ])('R-TOOL-26 %s is a tool of an MCP server, with an open input', (name, parts) => {
    expect(mcpToolName(name)).toEqual(parts)
    expectOpen(name)
  })
  test.each(['Bash', 'mcp__tickets', 'mcp____create', 'my_mcp__tickets__create'])(
    'R-TOOL-26 %s is no tool of an MCP server',
    (name) => {
      expect(mcpToolName(name)).toBeUndefined()
    },
  )

  test.each(['Hologram', 'toString', '__proto__'])('R-TOOL-27 %s, not known, keeps its input', (name) => {
    expectOpen(name)
  })
})
