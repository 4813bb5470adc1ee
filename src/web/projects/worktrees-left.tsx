/** On the board: worktrees whose session is gone. Nothing is done about them until a person decides. */
import { projectAddress } from '../router.ts'
import { api } from '../store/connection.ts'
import { useFetched } from '../store/fetched.ts'
import { useStored } from '../store/stored.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { BranchIcon, CloseIcon } from '../ui/icons.ts'
import { Link } from '../ui/link.tsx'
import './projects.css'

export function WorktreesLeft() {
  const { value } = useFetched('worktrees left', () => api.call('listWorktrees', {}))
  const [hidden, hide] = useStored('worktrees-left')
  const left = (value?.worktrees ?? []).filter(({ session }) => session === undefined)
  const names = left.map(({ path }) => path).sort()
  if (left.length === 0 || hidden === names.join('\n')) return null
  const projects = [...new Set(left.map(({ checkout }) => checkout))]
  return (
    <p className="row wrap worktrees-left">
      <BranchIcon />
      <span>
        {left.length === 1 ? '1 worktree has' : `${left.length} worktrees have`} no session any more:
      </span>
      {projects.map((checkout) => (
        <Link key={checkout} href={projectAddress(checkout)}>
          {checkout.slice(checkout.lastIndexOf('/') + 1)}
        </Link>
      ))}
      <span className="grow" />
      <IconButton label="Hide" icon={CloseIcon} size="small" onClick={() => hide(names.join('\n'))} />
    </p>
  )
}
