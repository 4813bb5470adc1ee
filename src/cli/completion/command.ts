import { defineCommand, oneOf } from '../command-line.ts'
import { SCRIPTS } from './scripts.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const

export const completion = defineCommand(
  {
    name: 'completion',
    operands: 'bash | zsh | fish',
    most: 1,
    least: 1,
    completes: [SHELLS],
    about: `
Prints a script that completes commands, options, their values, and the ids of sessions and approvals of the running host.
It never starts a host.

  bash  eval "$(fairlead completion bash)"                                in ~/.bashrc
  zsh   eval "$(fairlead completion zsh)"                                 in ~/.zshrc, after compinit
  fish  fairlead completion fish > ~/.config/fish/completions/fairlead.fish`,
    options: {},
    examples: ['eval "$(fairlead completion bash)"', 'fairlead completion zsh > ~/.zfunc/_fairlead'],
  },
  async ({ operands: [shell = ''] }, io) => {
    io.out(SCRIPTS[oneOf('completion', shell, SHELLS)])
    return 0
  },
)
