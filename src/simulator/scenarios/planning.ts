import type { Scenario } from '../scenario.ts'

const PLAN = `# Add a dark theme

## What there is
All colors are in \`src/styles/colors.css\`, as custom properties.

## Steps
1. Add a second set of colors under \`[data-theme="dark"]\`.
2. Read the choice from \`localStorage\`, and from \`prefers-color-scheme\` where there is none.
3. Add a switch to the header.

## Checks
- The contrast of every text is at least 4.5 : 1.
- No flash of the wrong theme while the page loads.`

export const planning: Scenario = {
  scripts: [
    {
      prompt: { pattern: '\\b[Pp]lan\\b' },
      replies: [
        [{ text: 'I make a plan before I touch anything.' }, { tool: 'EnterPlanMode', input: {}, run: true }],
        [
          {
            tool: 'Grep',
            input: { pattern: '--color', glob: '**/*.css', output_mode: 'files_with_matches' },
            result: 'src/styles/colors.css\nsrc/styles/header.css',
            takes: 300,
          },
        ],
        [{ tool: 'Write', input: { file_path: '$PLAN_FILE', content: PLAN }, run: true }],
        [{ tool: 'ExitPlanMode', input: {}, run: true }],
        [{ text: 'Good. I start with the colors.' }],
      ],
      failed: [{ text: 'I see. Then the plan needs more thought; nothing was changed.' }],
    },
  ],
}
