import type { Scenario } from '../scenario.ts'

export const failures: Scenario = {
  scripts: [
    {
      prompt: { pattern: '\\bfails?\\b|[Ff]ailing' },
      replies: [
        [
          { text: 'I run the build.' },
          {
            tool: 'Bash',
            input: { command: 'npm run build', description: 'Build the project' },
            fails:
              "Exit code 2\nsrc/index.ts(14,7): error TS2322: Type 'string' is not assignable to type 'number'.\n" +
              'npm error Lifecycle script `build` failed with error',
            takes: 1800,
          },
        ],
        [
          {
            text:
              'The build fails in `src/index.ts:14`: a string is given where a number is wanted. Shall I convert it, ' +
              'or change the type?',
          },
        ],
      ],
      failed: [{ text: 'It did not even run, so I cannot say why the build fails.' }],
    },
    {
      prompt: { pattern: 'API\\b.*\\bdown|[Oo]utage|[Oo]verload' },
      replies: [
        [
          { error: { status: 529, message: 'Overloaded', times: 2 } },
          { rateLimit: { status: 'allowed_warning', rateLimitType: 'five_hour', utilization: 0.92 } },
          { text: 'The API was overloaded for a moment. I tried again, and here I am.' },
        ],
      ],
    },
  ],
}
