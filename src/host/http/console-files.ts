/** Serves the console: files of one folder, and its page for every address that names no file. */
import { builtFile } from '../../process/package-files.ts'
import { namesFile, staticFile } from './static-file.ts'

const CONSOLE_FOLDER = builtFile('web/')
const NOT_BUILT =
  'Fairlead runs, but its console is not built here: run `npm run build`. The API is under /api.\n'

export async function consoleFile(path: string, folder = CONSOLE_FOLDER): Promise<Response | undefined> {
  if (namesFile(path)) return staticFile(folder, path)
  const page = await staticFile(folder, '/index.html')
  // The page's source, which is there without a build, has no built script.
  const isBuilt = (await page?.clone().text())?.includes('/assets/')
  return isBuilt ? page : new Response(NOT_BUILT, { status: 503 })
}
