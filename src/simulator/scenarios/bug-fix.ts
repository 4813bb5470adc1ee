import type { Scenario } from '../scenario.ts'

const SOURCE = `     1\texport function total(items) {
     2\t  let sum = 0
     3\t  for (let i = 0; i <= items.length; i++) {
     4\t    sum += items[i].price
     5\t  }
     6\t  return sum
     7\t}`
const TEST = `     1\timport { expect, test } from 'vitest'
     2\timport { total } from './total.js'
     3\t
     4\ttest('adds up the prices', () => {
     5\t  expect(total([{ price: 2 }, { price: 3 }])).toBe(5)
     6\t})`
const FAILING = `FAIL  src/total.test.js > adds up the prices
TypeError: Cannot read properties of undefined (reading 'price')
 ❯ total src/total.js:4:21

Tests  1 failed (1)`
const PASSING = ' ✓ src/total.test.js (1 test) 3ms\n\nTests  1 passed (1)'

export const bugFix: Scenario = {
  scripts: [
    {
      prompt: { pattern: '[Ff]ix\\b.*\\b(bug|test|error)|[Bb]ug ?fix' },
      replies: [
        [
          {
            thinking:
              'The total is wrong. I should look at the function and at its test before I change anything.',
          },
          { text: 'I look at the function and its test first.' },
          { tool: 'Read', input: { file_path: 'src/total.js' }, result: SOURCE, takes: 250 },
          { tool: 'Read', input: { file_path: 'src/total.test.js' }, result: TEST, takes: 200 },
        ],
        [
          { text: 'Let me see it fail.' },
          {
            tool: 'Bash',
            input: { command: 'npx vitest run src/total.test.js', description: 'Run the test of total' },
            fails: `Exit code 1\n${FAILING}`,
            takes: 1400,
          },
        ],
        [
          { text: 'The loop runs one step too far: `<=` should be `<`.' },
          {
            tool: 'Edit',
            input: {
              file_path: 'src/total.js',
              old_string: '  for (let i = 0; i <= items.length; i++) {',
              new_string: '  for (let i = 0; i < items.length; i++) {',
            },
            takes: 100,
          },
        ],
        [
          {
            tool: 'Bash',
            input: { command: 'npx vitest run src/total.test.js', description: 'Run the test again' },
            result: PASSING,
            takes: 1400,
          },
        ],
        [
          {
            text:
              'Fixed. The loop in `src/total.js` went up to and including `items.length`, so its last step read an ' +
              'element that does not exist. With `<` the test passes.',
          },
        ],
      ],
      failed: [
        {
          text:
            'All right, I leave it at that. What I know so far: the loop in `src/total.js` runs one step too far, ' +
            'and `<` in place of `<=` would mend it.',
        },
      ],
    },
  ],
}
