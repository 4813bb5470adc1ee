/** The file to run for another `fairlead`: the built one, however this one was started. */
import { builtFile } from '../process/package-files.ts'

export const PROGRAM = builtFile('cli/main.js')
