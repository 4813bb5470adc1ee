import { useState } from 'react'
import type { PolicyRule } from '../../api/resources.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { Page } from '../ui/page.tsx'
import { Tag } from '../ui/tag.tsx'
import { type PolicyDraft, usePolicyDraft } from './draft.ts'
import { DryRun } from './dry-run.tsx'
import { RuleForm } from './rule-form.tsx'
import { RuleList } from './rule-list.tsx'
import { freeName } from './rules.ts'
import './policies.css'

export function Policies() {
  const draft = usePolicyDraft()
  /** `new`: a rule that is not in the list yet. */
  const [edited, setEdited] = useState<PolicyRule | 'new'>()
  const { rules, saved, isChanged, change, save } = draft
  const add = (
    <Button kind={rules?.length === 0 ? 'primary' : 'plain'} onClick={() => setEdited('new')}>
      New rule
    </Button>
  )
  return (
    <Page title="Policies" tools={rules && rules.length > 0 && add}>
      <div className="stack">
        <p className="soft">
          Rules for all sessions, asked before every tool. The first that matches decides; where none does,
          the agent's own rules and its permission mode do.
        </p>
        <Failure error={draft.error} again={draft.again} />
        {!rules && !draft.error && <p className="soft">Loading…</p>}
        {rules && saved && (
          <>
            {draft.changed.length > 0 && <ChangedRules {...draft} />}
            {(isChanged || save.error !== undefined) && (
              <div className="card row wrap policy-save" role="status">
                <Tag tone="needs-you">Not saved</Tag>
                <span className="grow">The saved rules hold until you save these.</span>
                <Button onClick={draft.discard} disabled={save.isPending}>
                  Discard
                </Button>
                <Button kind="primary" action={save}>
                  Save all
                </Button>
                <Failure error={save.error} />
              </div>
            )}
            {rules.length === 0 ? (
              <Empty title="No rules">
                <p>
                  Deny what must never run, such as <code>rm -rf *</code>, ask before what matters, allow what
                  you always allow.
                </p>
                <p>{add}</p>
              </Empty>
            ) : (
              <RuleList
                rules={rules}
                onChange={change}
                onEdit={setEdited}
                onDuplicate={(rule) =>
                  change(
                    rules.toSpliced(rules.indexOf(rule) + 1, 0, { ...rule, id: freeName(rule.id, rules) }),
                  )
                }
              />
            )}
            {(rules.length > 0 || saved.length > 0) && <DryRun rules={rules} saved={saved} />}
            {edited && (
              <RuleForm
                rule={edited === 'new' ? undefined : edited}
                others={rules.filter((rule) => rule !== edited)}
                onClose={() => setEdited(undefined)}
                onDone={(rule) => {
                  const place = edited === 'new' ? -1 : rules.indexOf(edited)
                  change(place === -1 ? [...rules, rule] : rules.toSpliced(place, 1, rule))
                  setEdited(undefined)
                }}
              />
            )}
          </>
        )}
      </div>
    </Page>
  )
}

function ChangedRules({ changed, acknowledge }: Pick<PolicyDraft, 'changed' | 'acknowledge'>) {
  return (
    <section className="card stack" aria-label="Changed rules">
      <div className="row wrap">
        <Tag tone="needs-you">Please check</Tag>
        <span className="grow">
          {changed.length === 1 ? 'One rule means' : `${changed.length} rules mean`} something else since this
          host was updated.
        </span>
        <Button action={acknowledge}>I have checked them</Button>
      </div>
      <ul>
        {changed.map(({ id, text }) => (
          <li key={id}>
            <span className="mono">{id}</span>: {text}
          </li>
        ))}
      </ul>
      <Failure error={acknowledge.error} />
    </section>
  )
}
