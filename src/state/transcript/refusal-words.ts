/** What the CLI says about a call that did not run is written for the model. This keeps what a person wants to know. */

/** Advice to the model, from here to the end. */
const ADVICE = /\s*(?:IMPORTANT: You \*may\* attempt|STOP what you are doing and wait)[\s\S]*$/
const REJECTED =
  /^The user doesn't want to (?:proceed with this tool use|take this action right now)\.(?: The tool use was rejected \([^)]*\)\.)?\s*/
const SAID = /^To tell you how to proceed, the user said:\s*/
const DENIED =
  /^Permission to use (\S+)(?: with (?:command )?([\s\S]+))? has been denied(?: because ([\s\S]+?))?\.?$/

/** Empty if nothing is left to say: the call did not run, and nobody gave a reason. */
export function refusalWords(text: string): string {
  const told = text.trim().replace(ADVICE, '').trim()
  if (REJECTED.test(told)) return told.replace(REJECTED, '').replace(SAID, '').trim()
  const denied = DENIED.exec(told)
  if (!denied) return told
  const [, tool = '', what, why] = denied
  const reason = why?.replace(
    /^Claude Code is running in don't ask mode$/,
    'the mode allows only pre-approved tools',
  )
  return `${tool}${what === undefined ? '' : ` ${what}`} is not allowed${reason === undefined ? '' : `: ${reason}`}`
}
