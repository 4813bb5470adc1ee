/** Whether the session gets a worktree of its own, and where that begins. Offered where the folder is in a repository. */
import { useId } from 'react'
import type { NewWorktree } from '../../../api/work.ts'
import { api } from '../../store/connection.ts'
import { useFetched } from '../../store/fetched.ts'
import { useSettled } from '../../store/settled.ts'
import { useLive } from '../../store/use-live.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field, Input } from '../../ui/field.tsx'

/** `isOwn` is undefined until a person has chosen: then the project's setting holds. */
export interface WorktreeChoice {
  readonly isOwn?: boolean
  readonly name: string
  readonly base: string
}
export const NO_CHOICE: WorktreeChoice = { name: '', base: '' }

interface Props {
  offer: WorktreeOffer
  choice: WorktreeChoice
  onChoose: (choice: WorktreeChoice) => void
}

export function WorktreeField({
  offer: { isOffered, isOwn, branch, branches, others },
  choice,
  onChoose,
}: Props) {
  const list = useId()
  if (!isOffered) return null
  return (
    <section className="new-worktree" aria-label="Worktree">
      <Checkbox checked={isOwn} onChange={(it) => onChoose({ ...choice, isOwn: it })}>
        Work in a worktree of its own
      </Checkbox>
      <p className="soft">
        {isOwn
          ? 'A folder beside the project, on a branch of its own. You review and merge it at the end.'
          : othersWords(others)}
      </p>
      {isOwn && (
        <div className="new-options-grid">
          <Field label="Begins at" hint="A branch or a commit.">
            {(control) => (
              <Input
                {...control}
                className="mono"
                list={list}
                value={choice.base}
                placeholder={branch ?? 'What the folder is at'}
                spellCheck={false}
                autoComplete="off"
                onText={(base) => onChoose({ ...choice, base })}
              />
            )}
          </Field>
          <datalist id={list}>
            {branches.map((it) => (
              <option key={it} value={it} />
            ))}
          </datalist>
          <Field label="Branch" hint={`fairlead/${choice.name.trim() || '…'}`}>
            {(control) => (
              <Input
                {...control}
                className="mono"
                value={choice.name}
                maxLength={64}
                placeholder="Named after the prompt"
                spellCheck={false}
                autoComplete="off"
                onText={(name) => onChoose({ ...choice, name })}
              />
            )}
          </Field>
        </div>
      )}
    </section>
  )
}

function othersWords(others: number): string {
  if (others === 0) return 'The session works in the folder itself.'
  const who = others === 1 ? 'Another session works' : `${others} other sessions work`
  return `${who} in this folder: they see and change the same files.`
}

export interface WorktreeOffer {
  readonly isOffered: boolean
  readonly isOwn: boolean
  /** That the folder is on. */
  readonly branch: string | undefined
  readonly branches: readonly string[]
  /** How many sessions work in the folder now. */
  readonly others: number
}

export function useWorktreeOffer(cwd: string, { isOwn }: WorktreeChoice): WorktreeOffer {
  const folder = useSettled(cwd)
  const { sessions = [] } = useLive()
  const known = useFetched(folder.startsWith('/') ? `in repository ${folder}` : undefined, () =>
    api.call('listFolders', { query: { path: folder } }),
  ).value
  const isOffered = folder === cwd && (known?.isInRepository ?? false)
  const project = useFetched(isOffered ? `project ${folder}` : undefined, () =>
    api.call('getProject', { query: { path: folder } }),
  ).value
  return {
    isOffered,
    isOwn: isOffered && (isOwn ?? project?.settings.ownWorktree ?? false),
    branch: project?.branch,
    branches: project?.branches ?? [],
    others: sessions.filter((it) => it.cwd === folder && it.group !== 'ended').length,
  }
}

/** What is asked of the host; nothing for the folder itself. */
export function worktreeAsked(
  { isOwn }: WorktreeOffer,
  { name, base }: WorktreeChoice,
): { worktree?: NewWorktree } {
  if (!isOwn) return {}
  return {
    worktree: { ...(name.trim() && { name: name.trim() }), ...(base.trim() && { base: base.trim() }) },
  }
}
