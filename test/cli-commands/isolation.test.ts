import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SessionSummary } from '../../src/api/resources.ts'
import { checkIsolation } from '../../src/cli/doctor/isolation.ts'
import { whyNotIsolated } from '../process/isolation.ts'
import { call, freshFolder } from './fairlead.ts'
import { HostStage } from './host-stage.ts'

const { PATH } = process.env

describe('doctor', () => {
  test.skipIf(whyNotIsolated)(
    'tries isolation out, says when to use it, and makes no data folder',
    async () => {
      const folder = freshFolder()
      const env = { FAIRLEAD_HOME: join(folder, 'data'), PATH }
      const found = await checkIsolation(env, false)
      expect(found).toMatchObject({ check: 'isolation', state: 'ok', facts: { program: expect.any(String) } })
      expect(found.text).toMatch(/unattended work and for a host that others can reach.*--isolation require/)
      expect(existsSync(env.FAIRLEAD_HOME)).toBe(false)
    },
  )

  test.skipIf(whyNotIsolated)('tells root that it cannot keep everything from an agent', async () => {
    const found = await checkIsolation({ FAIRLEAD_HOME: freshFolder(), PATH }, true)
    expect(found).toMatchObject({ state: 'note', remedy: 'Run the host as a user.' })
    expect(found.text).toContain('this is root')
  })

  test.skipIf(process.platform !== 'linux')(
    'without bubblewrap it is a note, with what to install',
    async () => {
      const { out } = await call(['doctor', '--agent', 'sim'])
      expect(out).toMatch(
        /note {2}no isolation, so an agent can read the host's token and approve itself\..*no bwrap in PATH/,
      )
      expect(out).toContain('→ Install it (Debian and Ubuntu: apt-get install bubblewrap).')
      expect(out).toContain('Fairlead can run here.')
    },
  )
})

describe('run', () => {
  function stage() {
    const folder = freshFolder()
    const data = join(folder, 'data')
    mkdirSync(join(folder, 'project'))
    mkdirSync(data)
    writeFileSync(join(data, 'token'), 'the secret')
    const command = `cat '${data}/token' > found 2>&1; echo END >> found`
    const replies = [[{ tool: 'Bash', input: { command }, run: true }], [{ text: 'Looked.' }]]
    writeFileSync(join(folder, 'scenario.json'), JSON.stringify({ scripts: [{ prompt: 'go', replies }] }))
    const env = { FAIRLEAD_SIM_SCENARIO: join(folder, 'scenario.json'), FAIRLEAD_HOME: data, PATH }
    const args = ['run', '--agent', 'sim', '--allow', 'Bash', '--cwd', join(folder, 'project')]
    const found = join(folder, 'project', 'found')
    return { folder, env, args, found }
  }

  test.skipIf(whyNotIsolated)('--isolation require keeps the agent from the data of the host', async () => {
    const { folder, env, args, found } = stage()
    const { code, out } = await call([...args, '--isolation', 'require', 'go'], { folder, env })
    expect({ code, out }).toEqual({ code: 0, out: 'Looked.\n' })
    expect(readFileSync(found, 'utf8')).toMatch(/No such file or directory\nEND\n$/)
  })

  test.skipIf(process.platform !== 'linux')(
    'is refused where it cannot be had, and runs nothing',
    async () => {
      const { folder, env, args } = stage()
      const outcome = await call([...args, '--isolation', 'require', 'go'], {
        folder,
        env: { ...env, PATH: '/nowhere' },
      })
      expect(outcome.code).toBe(1)
      expect(outcome.err).toMatch(/no bwrap in PATH.*apt-get install bubblewrap/)
      expect(readdirSync(join(folder, 'project'))).toEqual([])
    },
  )
})

describe.skipIf(whyNotIsolated)('on a host', () => {
  let stage: HostStage
  beforeAll(async () => {
    stage = await HostStage.open()
  })
  afterAll(() => stage.close())

  test('new --isolation require makes one, and ls tells it', async () => {
    expect((await stage.call(['ls'])).out).not.toContain('ISOLATED')
    await stage.call(['new', '--title', 'kept in', '--isolation', 'require'])
    await stage.call(['new', '--title', 'let out'])
    const sessions = await stage.json<SessionSummary>('ls')
    expect(Object.fromEntries(sessions.map(({ title, isolation }) => [title, isolation]))).toEqual({
      'kept in': 'require',
      'let out': 'off',
    })
    const { out } = await stage.call(['ls'], { columns: 200 })
    expect(out).toMatch(/ISOLATED/)
    expect(out).toMatch(/kept in.*yes/)
    expect(out).not.toMatch(/let out.*yes/)
  })

  test('a value that there is not is refused', async () => {
    const { code, err } = await stage.call(['new', '--isolation', 'on'])
    expect(code).toBe(2)
    expect(err).toContain("--isolation takes off or require, not 'on'")
  })
})
