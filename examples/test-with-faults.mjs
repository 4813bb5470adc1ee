// @ts-check
// Tests of a small bot: what it does with approvals, and what when the CLI dies. No model, no login, no cost.
//
//   node --test examples/test-with-faults.mjs
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SessionEndedError } from 'fairlead'
import { openTestSession, transcript } from 'fairlead/testing'

/**
 * The bot: lets the CLI run tests and nothing else, and reports how it ended.
 * @param {(options: Pick<import('fairlead').SessionOptions, 'onApproval'>) => Promise<import('fairlead').Session>} open
 */
async function fixBug(open) {
  const session = await open({
    onApproval: (approval) => {
      const isTest = approval.kind === 'tool' && approval.input.command === 'npm test'
      return isTest ? approval.allow() : approval.deny('Tests only.')
    },
  })
  try {
    const { status } = await session.send('fix the bug').result
    return { report: status, said: transcript(session) }
  } catch (error) {
    if (!(error instanceof SessionEndedError)) throw error
    return { report: `exit code ${error.ending.exitCode}`, said: transcript(session) }
  } finally {
    await session.close()
  }
}

const asking = (/** @type {string} */ command) => ({
  scripts: [
    { prompt: 'fix the bug', replies: [[{ tool: 'Bash', input: { command } }], [{ text: 'Done.' }]] },
  ],
})
const botOn = (/** @type {import('fairlead/testing').TestSessionOptions} */ simulated) =>
  fixBug((options) => openTestSession({ ...simulated, ...options }))

test('a command that is not on its list is denied', async () => {
  const { report, said } = await botOn({ scenario: asking('rm -rf build') })
  assert.equal(report, 'success')
  assert.deepEqual(said, ['> fix the bug', '[Bash] rm -rf build (denied)\n    Tests only.', 'Done.'])
})

test('it reports a CLI that dies while it asks', async () => {
  const { report } = await botOn({ scenario: asking('npm test'), faults: ['exit@approval=9'] })
  assert.equal(report, 'exit code 9')
})

test('half lines and text between them change nothing', async () => {
  const calm = await botOn({ scenario: asking('rm -rf build') })
  const noisy = await botOn({ scenario: asking('rm -rf build'), faults: ['bytes', 'noise'] })
  assert.deepEqual(noisy, calm)
})
