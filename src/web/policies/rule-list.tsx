import { Fragment, useEffect, useRef, useState } from 'react'
import type { PolicyRule } from '../../api/resources.ts'
import { useSummary } from '../store/use-live.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { DownIcon, UpIcon } from '../ui/icons.ts'
import { shortPath } from '../ui/numbers.ts'
import { Tag } from '../ui/tag.tsx'
import { moved, problemsOf } from './rules.ts'

interface Props {
  rules: readonly PolicyRule[]
  onChange: (rules: readonly PolicyRule[]) => void
  onEdit: (rule: PolicyRule) => void
  onDuplicate: (rule: PolicyRule) => void
}

const MOVES = [
  { by: -1, name: 'up', icon: UpIcon },
  { by: 1, name: 'down', icon: DownIcon },
] as const
export const TONES = { allow: 'success', deny: 'danger', ask: 'needs-you', none: undefined } as const

export function RuleList({ rules, onChange, onEdit, onDuplicate }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const [announcement, setAnnouncement] = useState('')
  /** React reinserts a moved row, which would lose the focus. */
  const wanted = useRef<{ id: string; button: string }>(undefined)
  useEffect(() => {
    if (!wanted.current) return
    const { id, button } = wanted.current
    wanted.current = undefined
    const row = [...(list.current?.children ?? [])].find(
      (it) => it instanceof HTMLElement && it.dataset.id === id,
    )
    const buttons = [...(row?.querySelectorAll<HTMLButtonElement>('button[data-move]') ?? [])]
    const same = buttons.find((it) => it.dataset.move === button && !it.disabled)
    ;(same ?? buttons.find((it) => !it.disabled))?.focus()
  })
  const move = (index: number, by: number) => {
    const { id } = rules[index] as PolicyRule
    wanted.current = { id, button: by < 0 ? 'up' : 'down' }
    setAnnouncement(`${id} is now ${index + by + 1} of ${rules.length}`)
    onChange(moved(rules, index, by))
  }
  return (
    <>
      <ol ref={list} className="policy-list" aria-label="Rules">
        {rules.map((rule, index) => (
          <li key={rule.id} data-id={rule.id} className="card policy-rule" data-off={!rule.enabled}>
            <span className="policy-number soft">{index + 1}</span>
            <div className="grow">
              <RuleWords rule={rule} />
              <p className="small soft policy-note">
                <span className="mono">{rule.id}</span>
                {rule.note && <> · {rule.note}</>}
              </p>
              {Object.values(problemsOf(rule, rules.toSpliced(index, 1))).map((problem) => (
                <p key={problem} className="failure small">
                  {problem}
                </p>
              ))}
            </div>
            <div className="row wrap policy-actions">
              <Checkbox
                className="row small"
                checked={rule.enabled}
                aria-label={`${rule.id} is in use`}
                onChange={(enabled) => onChange(rules.toSpliced(index, 1, { ...rule, enabled }))}
              >
                in use
              </Checkbox>
              {MOVES.map(({ by, name, icon }) => (
                <IconButton
                  key={name}
                  size="small"
                  data-move={name}
                  disabled={rules[index + by] === undefined}
                  label={`Move ${rule.id} ${name}`}
                  icon={icon}
                  onClick={() => move(index, by)}
                />
              ))}
              {[
                { name: 'Edit', run: () => onEdit(rule) },
                { name: 'Duplicate', run: () => onDuplicate(rule) },
                { name: 'Delete', run: () => onChange(rules.toSpliced(index, 1)) },
              ].map(({ name, run }) => (
                <Button key={name} kind="quiet" size="small" aria-label={`${name} ${rule.id}`} onClick={run}>
                  {name}
                </Button>
              ))}
            </div>
          </li>
        ))}
      </ol>
      <p className="unseen" role="status">
        {announcement}
      </p>
    </>
  )
}

const EFFECT_NAMES = { allow: 'Allow', deny: 'Deny', ask: 'Ask', none: 'No rule' } as const

export function EffectTag({ effect }: { effect: keyof typeof TONES }) {
  return <Tag tone={TONES[effect]}>{EFFECT_NAMES[effect]}</Tag>
}

function RuleWords({ rule }: { rule: PolicyRule }) {
  const { effect, tool, command, path, source, folder, session } = rule
  const title = useSummary(session ?? '')?.title
  const conditions = [
    ['command', command],
    ['path', path],
    ['from', source],
    ['in', folder && shortPath(folder, 3)],
    ['session', session && (title || session)],
  ].filter(([, value]) => value)
  return (
    <p className="policy-words">
      <EffectTag effect={effect} /> {tool === '*' ? 'every tool' : <code>{tool}</code>}
      {conditions.map(([name, value]) => (
        <Fragment key={name}>
          {' '}
          <span className="soft">{name}</span> <code>{value}</code>
        </Fragment>
      ))}
      {!rule.enabled && <span className="tag">off</span>}
    </p>
  )
}
