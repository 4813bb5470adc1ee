// @ts-check
// What is played with the real CLI: the scripted model's part, and the host's.

/** @typedef {import('./record.mjs').Play} Play */

const say = (/** @type {string} */ text, more = {}) => ({ text, ...more })
const bash = (/** @type {string} */ command, more = {}) => ({
  tool: 'Bash',
  input: { command, description: 'x', ...more },
})
const overloaded = (/** @type {number} */ times) => ({
  error: { status: 529, type: 'overloaded_error', message: 'over', times },
})
const question = {
  question: 'Which?',
  header: 'W',
  multiSelect: false,
  options: [
    { label: 'A', description: 'a' },
    { label: 'B', description: 'b' },
  ],
}

export const SCENARIO = {
  scripts: [
    {
      prompt: 'full',
      replies: [
        [{ thinking: 'hmm let me think' }, say('I will run it.'), bash('echo hi > f.txt; cat f.txt')],
        [say('Done now.')],
      ],
    },
    { prompt: 'two', replies: [[say('first.'), bash('touch a'), bash('touch b')], [say('Both done.')]] },
    {
      prompt: 'broken',
      replies: [[say('one two three four five six '), { break: true, times: 1 }, say('seven eight nine.')]],
    },
    {
      prompt: 'torn',
      replies: [
        [say('one two three ', { open: true }), { delay: 700 }, { break: true, times: 1 }, say('four five.')],
      ],
    },
    {
      prompt: 'failing',
      replies: [
        [
          { thinking: 'hmm' },
          say('one two three ', { open: true }),
          { delay: 700 },
          overloaded(1),
          say('four five.'),
        ],
      ],
    },
    { prompt: 'hang', replies: [[say('begin of the text '), { hold: 'never' }, say('rest')]] },
    { prompt: 'sleep', replies: [[bash('sleep 20')], [say('slept')]] },
    {
      prompt: 'bad',
      replies: [[{ error: { status: 400, type: 'invalid_request_error', message: 'nope' } }]],
    },
    { prompt: 'retry', replies: [[overloaded(2), say('Here I am.')]] },
    {
      prompt: 'agent',
      replies: [
        [
          {
            tool: 'Agent',
            input: { description: 'sub', prompt: 'inner work', subagent_type: 'general-purpose' },
          },
        ],
        [say('agent is over')],
        [say('agent is over 2')],
      ],
    },
    { prompt: 'inner', replies: [[say('sub text'), bash('touch sub')], [say('sub finished')]] },
    {
      prompt: 'ask',
      replies: [[{ tool: 'AskUserQuestion', input: { questions: [question] } }], [say('thanks')]],
    },
    { prompt: 'slow', replies: [[say('slow begins '), { delay: 1500 }, say('slow ends')]] },
    {
      prompt: 'plan',
      replies: [
        [{ tool: 'EnterPlanMode', input: {} }],
        [{ tool: 'ExitPlanMode', input: { plan: '# Plan\n1. do' } }],
        [say('planned')],
      ],
    },
    {
      prompt: 'nofile',
      replies: [[{ tool: 'Read', input: { file_path: '/nonexistent' } }], [say('no such file')]],
    },
    {
      prompt: 'background',
      replies: [
        [bash('sleep 2; echo over', { run_in_background: true })],
        [say('It runs in the background.')],
        [say('The background command is over.')],
      ],
    },
    {
      prompt: 'add',
      replies: [[{ tool: 'mcp__calculator__add', input: { a: 2, b: 3 } }], [say('It is five.')]],
    },
    {
      prompt: 'todo',
      replies: [
        [
          {
            tool: 'TodoWrite',
            input: {
              todos: [
                { content: 'look', status: 'completed', activeForm: 'looking' },
                { content: 'leap', status: 'in_progress', activeForm: 'leaping' },
              ],
            },
          },
        ],
        [say('listed')],
      ],
    },
  ],
  otherwise: [say('hello there')],
}

/** @param {string} text @param {object} [options] @returns {Play} */
const oneTurn = (text, options) => async (stage) => {
  await stage.open(options)
  await stage.turn(text)
}
/** @param {string} text @returns {Play} */
const thenHello = (text) => async (stage) => {
  await stage.open()
  await stage.turn(text)
  await stage.turn('hello')
}
const nobody = () => {}
const interrupt = (/** @type {import('./record.mjs').Stage} */ { session }) =>
  session.interrupt({ cancelQueued: false }).catch(nobody)

/** @type {Record<string, Play>} */
export const realPlays = {
  full: oneTurn('full'),
  'full-without-partials': oneTurn('full', { includePartialMessages: false }),
  two: oneTurn('two'),
  bad: oneTurn('bad'),
  retry: oneTurn('retry'),
  nofile: oneTurn('nofile'),
  plan: oneTurn('plan'),
  todo: oneTurn('todo'),
  broken: thenHello('broken'),
  torn: thenHello('torn'),
  failing: thenHello('failing'),

  deny: async (stage) => {
    stage.decide = (approval) => approval.deny('not today')
    await oneTurn('full')(stage)
  },
  'deny-and-stop': async (stage) => {
    stage.decide = (approval) => approval.deny('stop it', { interrupt: true })
    await oneTurn('full')(stage)
  },
  change: async (stage) => {
    stage.decide = (approval) => approval.allow({ input: { ...approval.input, command: 'echo changed' } })
    await oneTurn('full')(stage)
  },
  ask: async (stage) => {
    stage.decide = (approval) => approval.answer({ 'Which?': 'B' })
    await oneTurn('ask')(stage)
  },
  hang: async (stage) => {
    await stage.open()
    stage.prompt('hang')
    await stage.until('delta')
    await interrupt(stage)
    await stage.until('result')
    await stage.turn('hello')
  },
  sleep: async (stage) => {
    await stage.open()
    stage.prompt('sleep')
    await stage.until('called')
    await stage.pause(1000)
    await interrupt(stage)
    await stage.until('result')
  },
  pending: async (stage) => {
    stage.decide = nobody
    await stage.open()
    stage.prompt('two')
    await stage.until('asked')
    await interrupt(stage)
    await stage.until('result')
  },
  killed: async (stage) => {
    stage.decide = nobody
    await stage.open()
    stage.prompt('two')
    await stage.until('asked')
    process.kill(stage.session.pid, 'SIGKILL')
    await stage.until('exit')
  },
  'killed-while-writing': async (stage) => {
    await stage.open()
    stage.prompt('hang')
    await stage.until('delta')
    process.kill(stage.session.pid, 'SIGKILL')
    await stage.until('exit')
  },
  queue: async (stage) => {
    await stage.open()
    stage.prompt('slow')
    await stage.until('delta')
    for (const text of ['second', 'third', 'fourth']) stage.prompt(text)
    await stage.until('result')
    await stage.until('result')
  },
  held: async (stage) => {
    await stage.open()
    stage.prompt('slow')
    await stage.until('delta')
    stage.prompt('second', { when: 'after-turn' })
    stage.prompt('third', { when: 'after-turn', uuid: '11111111-1111-4111-8111-111111111111' })
    await stage.session.cancel('11111111-1111-4111-8111-111111111111')
    await stage.until('result')
    await stage.until('result')
  },
  fold: async (stage) => {
    /** @type {any} */
    let open
    stage.decide = (approval) => {
      open = approval
    }
    await stage.open()
    stage.prompt('full')
    await stage.until('asked')
    stage.prompt('inserted')
    await stage.pause(300)
    open.allow()
    await stage.until('result')
  },
  agent: async (stage) => {
    await stage.open()
    await stage.turn('agent')
    await stage.pause(4000)
  },
  background: async (stage) => {
    await stage.open()
    await stage.turn('background')
    await stage.until('result')
    await stage.pause(300)
  },
  commands: async (stage) => {
    await stage.open()
    for (const text of ['/context', '/nosuch x', 'hello', '/compact', '/clear']) await stage.turn(text)
    await stage.session.setModel('sonnet').catch(nobody)
    await stage.pause(300)
  },
  resume: async (stage) => {
    await stage.open()
    await stage.turn('two')
    await stage.turn('/clear')
    await stage.turn('hello')
    const { sessionId } = stage.session
    await stage.close()
    await stage.open({ resume: sessionId })
    await stage.turn('full')
  },
  mcp: async (stage) => {
    const { McpServer } = await import('@modelcontextprotocol/sdk/server/mcp.js')
    const { z } = await import('zod')
    const server = new McpServer({ name: 'calculator', version: '1.0.0' })
    const shape = { a: z.number(), b: z.number() }
    server.registerTool('add', { description: 'Adds', inputSchema: shape }, ({ a, b }) => ({
      content: [{ type: 'text', text: String(a + b) }],
    }))
    await oneTurn('add', { mcpServers: { calculator: server } })(stage)
  },
  hooks: async (stage) => {
    const handler = () => ({ systemMessage: 'the hook was here' })
    await oneTurn('full', {
      includeHookEvents: true,
      hooks: { PreToolUse: [{ handler }], UserPromptSubmit: [{ handler }], Stop: [{ handler }] },
    })(stage)
  },
}
