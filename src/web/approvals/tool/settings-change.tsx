import type { PermissionRule } from '../../../protocol/permissions.ts'
import { settingsWith } from '../../../state/approvals/saved-rules.ts'
import { visible } from '../../../state/unseen.ts'
import { DiffView } from '../../diff/diff-view.tsx'
import { api } from '../../store/connection.ts'
import { useFetched } from '../../store/fetched.ts'

interface Props {
  session: string
  path: string
  rules: readonly PermissionRule[]
}

/** A settings file of the project before and after these rules are saved. */
export function SettingsChange({ session, path, rules }: Props) {
  const file = useFetched(`${session} ${path}`, () => api.call('getFile', { query: { session, path } }))
  if (file.isPending && !file.value) return <p className="soft">Reading {path}…</p>
  const before = file.value?.encoding === 'utf8' ? file.value.contents : ''
  const after = settingsWith(before, rules)
  return (
    <div className="field">
      <span>
        Change in <code>{path}</code>
      </span>
      {after === undefined ? (
        <p className="soft">The file is not a JSON object. How Claude Code reads it is not known.</p>
      ) : (
        <div className="remember-change">
          <DiffView before={visible(before)} after={visible(after)} language="json" />
        </div>
      )}
    </div>
  )
}
