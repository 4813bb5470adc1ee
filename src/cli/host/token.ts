import { readToken } from '../../host/token.ts'
import { dataFolder } from '../../process/data-folder.ts'
import { defineCommand } from '../command-line.ts'

export const token = defineCommand(
  {
    name: 'token',
    most: 0,
    about: `
Prints the token that programs send to the host, and that the sign-in page takes. Whoever has it can do all that you can do on
this machine: hand it to programs in a file or in the environment, where other users cannot read it, not as an argument.

To replace it, stop the host, remove the file \`token\` in the data folder and start the host again. All browsers are signed out
then.`,
    options: { json: { type: 'boolean', about: 'print one JSON object' } },
    examples: ['fairlead token', 'export FAIRLEAD_TOKEN=$(fairlead token)'],
  },
  async ({ values }, io) => {
    const folder = dataFolder({ env: io.env })
    const found = readToken(folder)
    if (found === undefined)
      throw new Error(`There is no token in ${folder} yet. The first \`fairlead up\` creates one.`)
    io.out(values.json ? `${JSON.stringify({ token: found })}\n` : `${found}\n`)
    return 0
  },
)
