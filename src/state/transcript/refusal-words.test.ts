import { expect, test } from 'vitest'
import { refusalWords } from './refusal-words.ts'

const REJECTED =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file)."

test.each([
  [`${REJECTED} STOP what you are doing and wait for the user to tell you how to proceed.`, ''],
  [`${REJECTED} To tell you how to proceed, the user said:\nUse the other file`, 'Use the other file'],
  [
    "The user doesn't want to take this action right now. STOP what you are doing and wait for the user to tell you how to proceed.",
    '',
  ],
  ['Permission to use Bash with command git push has been denied.', 'Bash git push is not allowed'],
  ['Permission to use Edit has been denied.', 'Edit is not allowed'],
  [
    "Permission to use Bash has been denied because Claude Code is running in don't ask mode. IMPORTANT: You *may* attempt to accomplish this action using other tools. You should only try in good faith.",
    'Bash is not allowed: the mode allows only pre-approved tools',
  ],
  ['Not in this repository', 'Not in this repository'],
])('%j says to a person: %j', (text, words) => {
  expect(refusalWords(text)).toBe(words)
})
