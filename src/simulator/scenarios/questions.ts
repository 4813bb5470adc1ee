import type { Scenario } from '../scenario.ts'

export const questions: Scenario = {
  scripts: [
    {
      prompt: { pattern: '[Qq]uestions?\\b|[Aa]sk me' },
      replies: [
        [
          { text: 'Before I begin I would like to know two things.' },
          {
            tool: 'AskUserQuestion',
            input: {
              questions: [
                {
                  question: 'Which database should the service use?',
                  header: 'Database',
                  multiSelect: false,
                  options: [
                    { label: 'SQLite', description: 'One file, nothing to run' },
                    { label: 'PostgreSQL', description: 'For many writers at once' },
                    { label: 'None', description: 'Keep everything in memory' },
                  ],
                },
                {
                  question: 'Which checks should run on every commit?',
                  header: 'Checks',
                  multiSelect: true,
                  options: [
                    { label: 'Tests', description: 'All of them' },
                    { label: 'Lint', description: 'Style and common mistakes' },
                    { label: 'Types', description: 'The type checker' },
                  ],
                },
              ],
            },
            run: true,
          },
        ],
        [{ text: 'Thank you, I can begin. Where you left something open, I take the first option.' }],
      ],
      failed: [{ text: 'No matter. Then I take the first option of each.' }],
    },
  ],
}
