import { useMemo } from 'react'
import { describeRule } from '../../state/approvals/rules.ts'
import { objectIn, textsIn } from '../../state/fields.ts'
import { firstIndex, listValues } from '../../state/list.ts'
import type { SessionState } from '../../state/session-state.ts'
import { shortInput } from '../../state/short-input.ts'
import { When } from '../ui/age.tsx'
import { Failure } from '../ui/failure.tsx'
import { RawJson } from '../ui/raw-json.tsx'
import { Tag } from '../ui/tag.tsx'
import type { Tone } from '../ui/tone.ts'
import type { SectionProps } from './inspector.tsx'
import { AskAgain, Facts, Part, Table, useAnswer } from './part.tsx'
import { remembered, rulesIn } from './rules.ts'

const TONES: Readonly<Record<string, Tone>> = { allow: 'success', deny: 'danger', ask: 'needs-you' }

export function Permissions({ summary: { id, permissionMode }, state }: SectionProps) {
  const listed = useAnswer(id, state, 'list_permission_rules')
  // CLI versions without this request report the rules with their settings.
  const settings = useAnswer(id, listed.error ? state : NOT_RUNNING, 'get_settings')
  const listedState = objectIn(listed.value?.state)
  const rules = useMemo(() => rulesIn(listedState, settings.value?.effective), [listedState, settings.value])
  const again = () => {
    listed.again()
    settings.again()
  }
  const isRunning = state.process.status === 'running'
  const isKnown = listedState !== undefined || settings.value !== undefined
  return (
    <Part
      title="Permission rules"
      tools={<AskAgain isRunning={isRunning} isPending={listed.isPending} again={again} />}
    >
      <Facts
        rows={[
          ['Mode', state.facts.permissionMode ?? permissionMode],
          ['Folders', textsIn(listedState?.workspaceDirectories)?.join(', ')],
          ['More folders', state.facts.additionalDirectories?.join(', ')],
        ]}
      />
      <Failure error={listed.error && settings.error ? listed.error : undefined} again={again} />
      {!isRunning && (
        <p className="soft">The process does not run: its rules can be asked for when it does.</p>
      )}
      {isKnown && rules.length === 0 && <p className="soft">It has no rules: its mode decides.</p>}
      {rules.length > 0 && (
        <Table head={['Effect', 'Rule', 'From']}>
          {rules.map(({ behavior, rule, source }) => (
            <tr key={`${behavior} ${rule} ${source}`}>
              <td>
                <Tag tone={TONES[behavior]}>{behavior}</Tag>
              </td>
              <td className="mono">{rule}</td>
              <td className="soft">{source}</td>
            </tr>
          ))}
        </Table>
      )}
      {isKnown && <RawJson value={listedState ?? settings.value} label="The CLI’s answer" />}
      <Remembered state={state} />
      <Denials state={state} />
    </Part>
  )
}

const NOT_RUNNING = { process: { status: 'none', generation: 0 } } as unknown as SessionState

function Remembered({ state: { approvals } }: { state: SessionState }) {
  const first = firstIndex(approvals.closed)
  const list = useMemo(() => remembered(listValues(approvals.closed)), [approvals.closed])
  return (
    <>
      <h3>Remembered in this session</h3>
      {first > 0 && (
        <p className="soft">
          Of the last {approvals.closed.size - first} of {approvals.closed.size} approvals.
        </p>
      )}
      {list.length === 0 && <p className="soft">Nobody told it to remember anything.</p>}
      <ul className="inspector-list">
        {list.map(({ at, by, update }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are only ever added to
          <li key={index}>
            {describeRule(update).effect}{' '}
            <span className="soft small">
              {describeRule(update).place}; {by && `by ${by}, `}
              <When at={at} />
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

function Denials({ state: { usage } }: { state: SessionState }) {
  const { count, last } = usage.denials
  if (count === 0) return null
  return (
    <>
      <h3>
        Refused by the CLI <span className="soft">{count}</span>
      </h3>
      <ul className="inspector-list">
        {last.map(({ toolName, toolUseId, input, at }) => (
          <li key={`${toolUseId} ${at}`}>
            <strong>{toolName}</strong> <span className="mono">{shortInput(input)}</span>{' '}
            <When className="soft small" at={at} />
          </li>
        ))}
      </ul>
    </>
  )
}
