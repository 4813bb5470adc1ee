/** The file that starts another `fairlead`: always the built one. */
import { fileURLToPath } from 'node:url'

const built = import.meta.url.endsWith('.ts') ? '../../dist/cli/main.js' : './main.js'

export const PROGRAM = fileURLToPath(new URL(built, import.meta.url))
