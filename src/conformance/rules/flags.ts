/** The command line: what it requires, and what it rejects. */
import { WAIT } from '../driver.ts'
import { ASK, type Lab, MODE, PARTIAL, REPLAY, STREAM } from '../lab.ts'
import { something } from '../match.ts'
import { named, resultsIn, write } from '../names.ts'
import { differing, type Group, rule } from '../rule.ts'
import { must, mustBe, Skipped, saw, Unsupported } from '../verdict.ts'

/** Starts the CLI with these arguments, writes a prompt, and expects exit code 1 and this text on stderr. */
async function refused(lab: Lab, args: readonly string[], reason: RegExp): Promise<void> {
  const cli = lab.start({ args })
  cli.prompt('hello')
  cli.endInput()
  const { exitCode } = await cli.ended()
  mustBe(exitCode, 1, 'the exit code')
  mustBe(cli.stderr, reason, 'stderr')
  must(cli.messages.length === 0, 'nothing on stdout')
}

/** Sends one prompt that makes the model write a file, where there is nobody to ask. */
async function withoutPromptTool(lab: Lab) {
  return lab.once('without prompt tool', async () => {
    const cli = lab.start({ args: [...STREAM, ...MODE] })
    lab.play(cli, [[write(lab.path('unasked.txt'))]])
    const init = await cli.next({ type: 'system', subtype: 'init' })
    const result = await cli.result()
    await cli.settled()
    return { cli, init, result }
  })
}

const output = ['--output-format', 'stream-json', '--verbose']

export const flags: Group = {
  name: 'flags',
  rules: [
    rule('R-FLAG-2', '-p may be left out', async (lab) => {
      const seen: string[][] = []
      for (const before of [[], ['-p']]) {
        const cli = lab.start({ args: [...before, ...STREAM, ...ASK, ...MODE] })
        lab.play(cli, [[{ text: 'Hello.' }]])
        mustBe(await cli.result(), { subtype: 'success', result: 'Hello.' }, 'the result')
        seen.push(cli.messages.filter(({ type }) => type !== 'system').map(({ type }) => String(type)))
      }
      mustBe(seen[0], seen[1], 'the messages without and with -p')
    }),
    rule('R-FLAG-3', 'stream-json output needs --verbose', (lab) =>
      refused(
        lab,
        ['-p', '--input-format', 'stream-json', '--output-format', 'stream-json'],
        /requires --verbose/,
      ),
    ),
    {
      id: 'R-FLAG-4',
      title: 'stream-json input needs stream-json output',
      run: (lab) => refused(lab, ['-p', '--input-format', 'stream-json'], /output-format/),
    },
    {
      id: 'R-FLAG-5',
      title: '--replay-user-messages needs both',
      run: (lab) => refused(lab, ['-p', ...output, REPLAY], /replay-user-messages/),
    },
    {
      id: 'R-FLAG-6',
      title: '--include-partial-messages needs stream-json output',
      run: (lab) => refused(lab, ['-p', PARTIAL], /include-partial-messages/),
    },
    rule('R-FLAG-7', 'a prompt as an argument is ignored', async (lab) => {
      const cli = lab.start({ more: ['play the argument'] })
      lab.script({
        scripts: [
          { prompt: 'play the argument', replies: [[{ text: 'From the argument.' }]] },
          { prompt: 'play the input', replies: [[{ text: 'From the input.' }]] },
        ],
      })
      cli.prompt('play the input')
      mustBe(await cli.result(), { result: 'From the input.' }, 'the result')
      const asked = JSON.stringify(lab.model.requests.map(({ body }) => body))
      must(!asked.includes('play the argument'), 'the argument does not reach the model')
    }),
    {
      id: 'R-FLAG-8',
      title: 'an unknown option ends it',
      run: (lab) => refused(lab, [...STREAM, '--no-such-option'], /unknown option/),
    },
    rule('R-FLAG-9', '--permission-prompt-tool stdio brings can_use_tool', async (lab) => {
      const { cli: unasked } = await withoutPromptTool(lab)
      must(named(unasked.messages, 'control_request').length === 0, 'nothing is asked without it')
      const cli = lab.start()
      lab.play(cli, [[write(lab.path('asked.txt'))]])
      const asked = await cli.asked()
      cli.answer(asked, { behavior: 'deny', message: 'No.' })
      await cli.result()
    }),
    rule('R-FLAG-10', 'without it a tool that needs permission is refused', async (lab) => {
      const { cli, result } = await withoutPromptTool(lab)
      mustBe(resultsIn(cli.messages), [{ isError: true }], 'the tool results')
      mustBe(result.permission_denials, [{ tool_name: 'Write' }], 'permission_denials')
      must(!lab.has('unasked.txt'), 'the file is not written')
    }),
    {
      id: 'R-FLAG-11',
      title: 'without it the tools that ask a person are missing',
      versions: differing('missing', 'missing', 'there'),
      run: async (lab) => {
        const { init } = await withoutPromptTool(lab)
        const tools = init.tools as string[]
        must(tools.includes('Write'), 'Write is in init.tools')
        const asking = ['AskUserQuestion', 'EnterPlanMode', 'ExitPlanMode']
        const there = asking.filter((tool) => tools.includes(tool))
        must(there.length === 0 || there.length === asking.length, `not only ${there} are there`)
        return saw(there.length === 0 ? 'missing' : 'there')
      },
    },
    rule('R-FLAG-12', 'without it newer versions report the refusal', async (lab) => {
      const { cli } = await withoutPromptTool(lab)
      const told = named(cli.messages, 'permission_denied')
      if (told.length === 0) throw new Unsupported('no system/permission_denied')
      mustBe(told, [{ tool_name: 'Write', tool_use_id: something }], 'permission_denied')
    }),
    rule('R-FLAG-13', 'a missing prompt tool ends it when it is first needed', async (lab) => {
      const cli = lab.start({ args: [...STREAM, ...MODE, '--permission-prompt-tool', 'mcp__no__such'] })
      lab.play(cli, [[write(lab.path('nobody.txt'))]])
      const { exitCode } = await cli.ended()
      mustBe(exitCode, 1, 'the exit code')
      must(!lab.has('nobody.txt'), 'the file is not written')
    }),
    {
      id: 'R-FLAG-15',
      title: '--permission-mode refuses unknown modes, and delegate',
      versions: differing('auto, not delegate', 'auto, not delegate', 'delegate, not auto'),
      run: async (lab) => {
        const refuses = (mode: string) => refused(lab, [...STREAM, '--permission-mode', mode], RegExp(mode))
        await refuses('nonsense')
        const takesAuto = await refuses('delegate').then(
          () => true,
          () => false,
        )
        if (!takesAuto) await refuses('auto')
        for (const mode of ['acceptEdits', 'dontAsk', 'plan', takesAuto ? 'auto' : 'delegate']) {
          const cli = lab.start({ args: [...STREAM, ...ASK, '--permission-mode', mode] })
          mustBe(await cli.call({ subtype: 'initialize' }), { subtype: 'success' }, `initialize with ${mode}`)
          await cli.close()
        }
        return saw(takesAuto ? 'auto, not delegate' : 'delegate, not auto')
      },
    },
    rule('R-FLAG-16', '--permission-mode default is reported as default', async (lab) => {
      const cli = lab.shared()
      lab.play(cli, [[{ text: 'Hello.' }]])
      const init = await cli.next({ type: 'system', subtype: 'init' })
      mustBe(init.permissionMode, 'default', 'permissionMode')
      await cli.result()
    }),
    rule('R-FLAG-17', '--permission-mode alone brings no approvals', async (lab) => {
      const { cli, result } = await withoutPromptTool(lab)
      must(named(cli.messages, 'control_request').length === 0, 'nothing is asked')
      mustBe(result.permission_denials, [{ tool_name: 'Write' }], 'permission_denials')
    }),
    rule('R-FLAG-19', 'skipping permissions as root needs IS_SANDBOX=1', async (lab) => {
      if (process.getuid?.() !== 0) throw new Skipped('only shows for root')
      await refused(lab, [...STREAM, '--dangerously-skip-permissions'], /\broot\b/)
      await refused(lab, [...STREAM, '--permission-mode', 'bypassPermissions'], /\broot\b/)
      const cli = lab.start({
        args: [...STREAM, '--dangerously-skip-permissions'],
        env: { IS_SANDBOX: '1' },
      })
      mustBe(await cli.call({ subtype: 'initialize' }), { subtype: 'success' }, 'initialize')
    }),
    {
      id: 'R-FLAG-21',
      title: '--permission-prompts is for newer versions',
      versions: differing('refused', 'taken'),
      run: async (lab) => {
        const cli = lab.start({ args: [...STREAM, ...MODE, '--permission-prompts', 'host'] })
        cli.write({ type: 'control_request', request_id: 'first', request: { subtype: 'initialize' } })
        const isOver = () => cli.ending !== undefined || cli.messages.length > 0
        await cli.until(isOver, WAIT, 'an answer or the end')
        if (cli.messages.length > 0) return saw('taken')
        mustBe((await cli.ended()).exitCode, 1, 'the exit code')
        return saw('refused')
      },
    },
    {
      id: 'R-FLAG-23',
      title: '--model takes any name; the API refuses it',
      versions: differing('stderr is silent', 'stderr names the model'),
      run: async (lab) => {
        const cli = lab.start({ more: ['--model', 'claude-of-the-future'] })
        lab.play(cli, [[{ error: { status: 404, message: 'model: claude-of-the-future' } }]])
        const init = await cli.next({ type: 'system', subtype: 'init' })
        mustBe(init.model, 'claude-of-the-future', 'the model of init')
        mustBe(await cli.result(), { is_error: true }, 'the result')
        await cli.finish()
        return saw(cli.stderr.includes('unrecognized_model') ? 'stderr names the model' : 'stderr is silent')
      },
    },
    {
      id: 'R-MCP-13',
      title: '--mcp-config that does not parse ends it',
      versions: differing('with 1 and a reason', 'with 1 and a reason', 'with 0 and without a word'),
      run: async (lab) => {
        const cli = lab.start({ args: [...STREAM, '--mcp-config', '{ not json'] })
        cli.prompt('hello')
        const { exitCode } = await cli.ended()
        must(cli.messages.length === 0, 'nothing on stdout')
        must((exitCode === 0) === (cli.stderr === ''), 'there is a reason, or no error')
        return saw(exitCode === 1 ? 'with 1 and a reason' : `with ${exitCode} and without a word`)
      },
    },
  ],
}
