import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { items } from '../../../src/state/select.ts'
import type { Scene } from '../scene.ts'
import { bash } from '../steps.ts'
import { feature } from './feature.ts'

feature('tasks', (on) => {
  const tasks = ({ session }: Scene) => session.state.tasks.list
  let plays = 0
  /** A command that runs in the background until `letGo`. */
  async function startTask(scene: Scene) {
    plays += 1
    const go = join(on.stage.cwd, `go-task-${plays}`)
    const command = `until [ -e ${go} ]; do sleep 0.05; done; echo finished`
    const started = bash(command, { run_in_background: true })
    await scene.play([started], [{ text: 'It runs.' }], [{ text: 'It is over.' }]).result
    return { letGo: () => writeFileSync(go, '') }
  }

  test('a command in the background is shown while it runs', async () => {
    const scene = await on.open({ allowedTools: ['Bash'] })
    await startTask(scene)
    await expect.poll(() => tasks(scene)).toMatchObject([{ status: 'running' }])
  })

  test('its end is told, and a turn follows', async () => {
    const scene = await on.open({ allowedTools: ['Bash'] })
    const { letGo } = await startTask(scene)
    letGo()
    await expect.poll(() => tasks(scene)).toMatchObject([{ status: 'completed' }])
    await expect
      .poll(() => scene.all('result').map(({ result }) => result))
      .toEqual(['It runs.', 'It is over.'])
  })

  test('a task that is stopped is over', async () => {
    const scene = await on.open({ allowedTools: ['Bash'] })
    await startTask(scene)
    await expect.poll(() => tasks(scene).length).toBe(1)
    await scene.session.request('stop_task', { task_id: tasks(scene)[0]?.id ?? '' })
    await expect.poll(() => tasks(scene)[0]?.status).not.toBe('running')
    // No turn follows: the next prompt is not taken for one of the CLI's own.
    expect(await scene.play([{ text: 'Next.' }]).result).toMatchObject({ status: 'success', text: 'Next.' })
  })

  test('what a sub-agent does is shown in its own thread', async () => {
    const scene = await on.open({ allowedTools: ['Bash'] })
    const seen = join(on.stage.cwd, 'seen-by-sub-agent')
    const input = { description: 'Look', prompt: 'look around', subagent_type: 'general-purpose' }
    on.stage.model.use({
      scripts: [
        {
          prompt: 'delegate',
          replies: [[{ tool: 'Task', input, id: 'toolu_look' }], [{ text: 'It looks.' }]],
        },
        { prompt: 'look around', replies: [[bash(`touch ${seen}`)], [{ text: 'A quiet harbour.' }]] },
      ],
    })
    expect(await scene.send('delegate').result).toMatchObject({ status: 'success' })
    await expect.poll(() => existsSync(seen)).toBe(true)
    const inside = () => items(scene.session.state, { thread: 'toolu_look' })
    await expect
      .poll(inside)
      .toContainEqual(expect.objectContaining({ kind: 'tool', name: 'Bash', status: 'done' }))
  })
})
