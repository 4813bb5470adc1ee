/** Tells of a CLI that asks the model for a prompt that was only to be appended: old ones do, without a word. */
import type { SentPrompt } from './sent-prompt.ts'

const IGNORED =
  'this CLI ignores `shouldQuery: false`: it asked the model for a prompt that was only to be appended'

/** For a prompt that is sent while no turn runs: where it joins one, the model is asked in any case. */
export function watchAppended({ input, result }: SentPrompt, warn: (message: string) => void): void {
  if (input.shouldQuery !== false) return
  result.then(
    ({ status, message }) => {
      if (status === 'success' && message && message.num_turns !== 0) warn(IGNORED)
    },
    () => {},
  )
}
