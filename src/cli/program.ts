/** The file to run for another `fairlead`: the built one, however this one was started. */
import { fileURLToPath } from 'node:url'

const built = import.meta.url.endsWith('.ts') ? '../../dist/cli/main.js' : './main.js'

export const PROGRAM = fileURLToPath(new URL(built, import.meta.url))
