/** Sub-agents and background tasks. */
import { isObject } from '../../protocol/json.ts'
import { inputOf, WAIT } from '../driver.ts'
import { type Lab, PROMPT } from '../lab.ts'
import { aList, aText, at } from '../match.ts'
import { bash, blocksOf, named, namesOf, textOf, write } from '../names.ts'
import { differing, type Group, rule } from '../rule.ts'
import { must, mustBe, saw, Unsupported } from '../verdict.ts'
import { says, turn, turnEndsFirst } from './steps.ts'

/** Runs a turn in which a sub-agent writes a file and says something. */
function delegated(lab: Lab, tool = 'Task') {
  return lab.once(`delegated by ${tool}`, async () => {
    const cli = lab.start()
    const input = { description: 'Look', prompt: 'look around', subagent_type: 'general-purpose' }
    lab.script({
      scripts: [
        { prompt: PROMPT, replies: [[{ tool, input, id: `toolu_${tool}` }], [{ text: 'It looks.' }]] },
        {
          prompt: 'look around',
          replies: [[write(lab.path(`seen-by-${tool}`))], [{ text: 'A quiet harbour.' }]],
        },
      ],
    })
    cli.prompt(PROMPT)
    const find = () => cli.messages.find(({ type }) => type === 'control_request')
    const isOver = () =>
      namesOf(cli.messages).includes('result') && !namesOf(cli.messages).includes('background_tasks_changed')
    await cli.until(() => find() !== undefined || isOver(), WAIT, 'an approval or a result')
    const asked = find()
    if (asked === undefined) throw new Unsupported(`${tool} does not start a sub-agent`)
    const due = (await turnEndsFirst(cli)) ? 2 : 1
    cli.answer(asked, { behavior: 'allow', updatedInput: inputOf(asked) })
    await cli.until(() => named(cli.messages, 'result').length >= due, WAIT, `result ${due}`)
    await cli.settled()
    const inside = cli.messages.filter(({ parent_tool_use_id: parent }) => typeof parent === 'string')
    return { cli, asked, inside, id: `toolu_${tool}` }
  })
}

/** How long to wait for the turn that follows the end of a background task, in milliseconds. */
const FOLLOWS = 10_000

/** Runs a command in the background, and the turn that follows its end. */
function background(lab: Lab) {
  return lab.once('background', async () => {
    const cli = lab.start({ more: ['--allowedTools', 'Bash'] })
    const command = `until [ -e ${lab.path('go')} ]; do sleep 0.05; done`
    lab.play(cli, [[bash(command, { run_in_background: true })], [{ text: 'It runs.' }]])
    mustBe(await cli.result(), { result: 'It runs.' }, 'the result')
    await cli.settled()
    const from = cli.here
    lab.make('go')
    // In the first version nothing follows until the next prompt.
    const isFollowed = await cli.result(FOLLOWS).then(
      () => true,
      () => false,
    )
    if (!isFollowed) await turn(lab, says('Next.'), cli)
    await cli.settled()
    return { isFollowed, before: cli.messages.slice(0, from), after: cli.since(from) }
  })
}

export const tasks: Group = {
  name: 'tasks',
  rules: [
    rule('R-TASK-1', 'messages of a sub-agent name the tool use that started it', async (lab) => {
      const { inside, id } = await delegated(lab)
      must(inside.length > 0, 'there are messages of the sub-agent')
      must(
        inside.every(({ parent_tool_use_id: parent }) => parent === id),
        'each names the tool use',
      )
    }),
    {
      id: 'R-TASK-2',
      title: 'what is forwarded of a sub-agent',
      versions: differing('tool uses and results', 'its text too'),
      run: async (lab) => {
        const { inside } = await delegated(lab)
        const types = new Set(inside.flatMap(blocksOf).map(({ type }) => type))
        must(types.has('tool_use') && types.has('tool_result'), 'tool uses and results are')
        const isSaid = named(inside, 'assistant').some((message) => textOf(message) === 'A quiet harbour.')
        return saw(isSaid ? 'its text too' : 'tool uses and results')
      },
    },
    {
      id: 'R-TASK-3',
      title: 'where a sub-agent runs',
      versions: differing('in the foreground', 'in the background, with a turn of its own after it'),
      run: async (lab) => {
        const results = named((await delegated(lab)).cli.messages, 'result').length
        return saw(results === 1 ? 'in the foreground' : 'in the background, with a turn of its own after it')
      },
    },
    rule('R-APPROVE-31', 'a request of a sub-agent carries agent_id', async (lab) => {
      mustBe(at((await delegated(lab)).asked, 'request', 'agent_id'), aText, 'agent_id')
    }),
    rule('R-COST-3', 'usage leaves out sub-agents, modelUsage counts them', async (lab) => {
      const cli = lab.start()
      const input = { description: 'Look', prompt: 'look around', subagent_type: 'general-purpose' }
      const usage = (output_tokens: number) => ({ usage: { input_tokens: 10, output_tokens } })
      lab.script({
        scripts: [
          {
            prompt: PROMPT,
            replies: [
              [{ tool: 'Task', input }, usage(7)],
              [{ text: 'It looks.' }, usage(7)],
            ],
          },
          {
            prompt: 'look around',
            replies: [[{ hold: 'looks' }, { text: 'A quiet harbour.' }, usage(500)]],
          },
        ],
      })
      cli.prompt(PROMPT)
      await lab.held('looks')
      await turnEndsFirst(cli)
      lab.model.release('looks')
      const isCounted = () =>
        named(cli.messages, 'result').some(({ modelUsage }) =>
          Object.values(modelUsage as object).some((it) => Number(at(it, 'outputTokens')) >= 514),
        )
      await cli.until(isCounted, WAIT, 'a result that counts the sub-agent in modelUsage')
      const [first] = named(cli.messages, 'result')
      mustBe(at(first, 'usage', 'output_tokens'), 14, 'output_tokens of the turn')
    }),
    rule('R-TASK-10', 'Task is served as Agent', async (lab) => {
      for (const tool of ['Task', 'Agent']) {
        const { inside, id } = await delegated(lab, tool)
        must(inside.length > 0, 'the sub-agent runs')
        mustBe(inside[0]?.parent_tool_use_id, id, 'parent_tool_use_id')
        must(lab.has(`seen-by-${tool}`), 'its tool has run')
      }
    }),
    {
      id: 'R-TASK-5',
      title: 'a background task: started, updated, notification',
      versions: differing('all three', 'all three', 'the notification, with the next prompt'),
      run: async (lab) => {
        const { before, after, isFollowed } = await background(lab)
        const names = namesOf([...before, ...after], 'task_started', 'task_updated', 'task_notification')
        if (!isFollowed) {
          mustBe(names, ['task_notification'], 'what comes')
          return saw('the notification, with the next prompt')
        }
        mustBe(names[0], 'task_started', 'the first')
        must(names.includes('task_updated') && names.includes('task_notification'), 'the others come')
        return saw('all three')
      },
    },
    rule('R-TYPE-19', 'the fields of task_notification', async (lab) => {
      const [told] = named((await background(lab)).after, 'task_notification')
      mustBe(told, { task_id: aText, status: 'completed', output_file: aText, summary: aText }, 'it')
    }),
    rule('R-QUEUE-7', 'the end of a background task starts a turn', async (lab) => {
      const { after, isFollowed } = await background(lab)
      if (!isFollowed) throw new Unsupported('nothing follows')
      const names = namesOf(after, 'task_notification', 'init', 'assistant', 'result')
      mustBe(names, ['task_notification', 'init', 'assistant', 'result'], 'the order')
    }),
    rule('R-TASK-7', 'background_tasks_changed holds all tasks', async (lab) => {
      const { before, after } = await background(lab)
      const told = named([...before, ...after], 'background_tasks_changed')
      if (told.length === 0) throw new Unsupported('no background_tasks_changed')
      must(
        told.some(({ tasks: list }) => Array.isArray(list) && list.length === 1),
        'the task is listed',
      )
      mustBe(told.at(-1)?.tasks, aList, 'the last list')
    }),
    rule('R-TASK-8', 'stop_task ends a task', async (lab) => {
      const cli = lab.start({ more: ['--allowedTools', 'Bash'] })
      lab.play(cli, [[bash('sleep 60', { run_in_background: true })]])
      await cli.result()
      await cli.settled()
      const [started] = named(cli.messages, 'task_started')
      if (started === undefined) throw new Unsupported('no task_started')
      const { task_id } = started
      mustBe(await cli.call({ subtype: 'stop_task', task_id }), { subtype: 'success' }, 'the answer')
      // The notification may come after the response, and after the responses to later requests.
      const told = await cli.next({ type: 'system', subtype: 'task_notification', task_id })
      mustBe(told, { status: 'stopped' }, 'task_notification')
    }),
    rule('R-ENV-7', 'tool_use_summary comes with its variable', async (lab) => {
      const more = ['--allowedTools', 'Bash']
      const cli = lab.start({ more, env: { CLAUDE_CODE_EMIT_TOOL_USE_SUMMARIES: '1' } })
      lab.play(cli, [[bash('true')], [{ text: 'Done.' }]])
      const told = await cli.next({ type: 'tool_use_summary' })
      mustBe(told, { summary: aText, preceding_tool_use_ids: aList }, 'it')
      const isAsked = ({ side, body }: { side: boolean; body?: unknown }) => side && isObject(body)
      must(lab.model.requests.some(isAsked), 'an API request is made for it')
    }),
  ],
}
