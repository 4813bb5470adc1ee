import type { Scenario } from '../scenario.ts'

export const subagents: Scenario = {
  scripts: [
    {
      prompt: 'Find every place that reads the configuration',
      replies: [
        [
          { text: 'I search for it.' },
          {
            tool: 'Grep',
            input: { pattern: 'readConfig', output_mode: 'content' },
            result: 'src/server.js:12:const config = readConfig()\nsrc/cli.js:4:const config = readConfig()',
            takes: 2600,
          },
        ],
        [{ text: 'The configuration is read in two places: `src/server.js:12` and `src/cli.js:4`.' }],
      ],
    },
    {
      prompt: 'List the tests that are skipped',
      replies: [
        [
          {
            tool: 'Grep',
            input: { pattern: 'test\\.skip', output_mode: 'content' },
            result: 'src/cache.test.js:31:test.skip("expires", () => {',
            takes: 1700,
          },
        ],
        [{ text: 'One test is skipped: "expires" in `src/cache.test.js`.' }],
      ],
    },
    {
      prompt: { pattern: '[Ss]ub-?agents?|[Hh]elpers' },
      replies: [
        [
          { text: 'I send two agents at once.' },
          {
            tool: 'Agent',
            input: {
              description: 'Find configuration reads',
              prompt: 'Find every place that reads the configuration',
              subagent_type: 'Explore',
            },
            run: true,
          },
          {
            tool: 'Agent',
            input: {
              description: 'List skipped tests',
              prompt: 'List the tests that are skipped',
              subagent_type: 'general-purpose',
            },
            run: true,
          },
        ],
        [{ text: 'Both agents are on it.' }],
        [{ text: 'Two places read the configuration, and one test is skipped.' }],
        [{ text: 'That is all of it.' }],
      ],
    },
  ],
}
