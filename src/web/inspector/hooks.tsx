import { useMemo } from 'react'
import { objectIn, objectsIn, textIn } from '../../state/fields.ts'
import { itemCount, items } from '../../state/select.ts'
import type { SessionState } from '../../state/session-state.ts'
import type { NoticeItem } from '../../state/transcript/items.ts'
import { sessionAddress } from '../router.ts'
import { Age, When } from '../ui/age.tsx'
import { Failure } from '../ui/failure.tsx'
import { Link } from '../ui/link.tsx'
import { RawJson } from '../ui/raw-json.tsx'
import type { SectionProps } from './inspector.tsx'
import { AskAgain, Part, useAnswer } from './part.tsx'

export function Hooks({ summary: { id }, state }: SectionProps) {
  const listed = useAnswer(id, state, 'get_hooks_listing')
  const isRunning = state.process.status === 'running'
  const hooks = Array.isArray(listed.value?.hooks) ? listed.value.hooks : []
  return (
    <Part title="Hooks" tools={<AskAgain isRunning={isRunning} {...listed} />}>
      <h3>Registered</h3>
      {listed.error && <p className="soft">This CLI does not list its hooks: {listed.error}</p>}
      {!isRunning && <p className="soft">The process is not running. Send a message to start it.</p>}
      {listed.value && hooks.length === 0 && (
        <p className="soft">No hooks. Fairlead’s own hooks are not listed here.</p>
      )}
      {hooks.length > 0 && (
        <ul className="inspector-list">
          {hooks.map((hook, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list comes as a whole
            <li key={index}>
              <Registered hook={hook} />
            </li>
          ))}
        </ul>
      )}
      <Failure error={policyWords(listed.value?.policy)} />
      {listed.value && <RawJson value={listed.value} label="CLI response" />}
      <RunningNow state={state} />
      <HookNotices id={id} state={state} />
    </Part>
  )
}

function Registered({ hook }: { hook: unknown }) {
  const { event, hookEvent, matcher, command, source, type } = objectIn(hook) ?? {}
  const words = [event ?? hookEvent, matcher, command ?? type].filter((it) => typeof it === 'string' && it)
  return (
    <>
      <span className="mono">{words.join(' · ') || JSON.stringify(hook)}</span>{' '}
      <span className="soft small">{textIn(source)}</span>
    </>
  )
}

function policyWords(policy: unknown): string | undefined {
  const { allDisabled, disabledByPolicy } = objectIn(policy) ?? {}
  if (disabledByPolicy === true) return 'Hooks are turned off by a policy.'
  return allDisabled === true ? 'All hooks are turned off.' : undefined
}

function RunningNow({ state: { activity, control } }: { state: SessionState }) {
  const asked = control.asks.filter(({ subtype }) => subtype === 'hook_callback')
  return (
    <>
      <h3>Running now</h3>
      {activity.hooks.length + asked.length === 0 && <p className="soft">None.</p>}
      <ul className="inspector-list">
        {activity.hooks.map(({ id, name, since }) => (
          <li key={id}>
            {name}, <Age since={since} />
          </li>
        ))}
        {asked.map(({ id, name, at }) => (
          <li key={id}>
            {name ?? 'A hook'} of the host, <Age since={at} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** How many items back it searches. */
const MAX_ITEMS_BACK = 2000
const MAX = 50

function HookNotices({ id, state }: { id: string; state: SessionState }) {
  const size = itemCount(state)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a notice never changes, so only new items matter
  const notices = useMemo(() => hookNotices(state, size), [size])
  return (
    <>
      <h3>Messages</h3>
      {notices.length === 0 && <p className="soft">No messages from hooks.</p>}
      <ul className="inspector-list">
        {notices.map(({ id: item, text, level, at, seq, detail }) => (
          <li key={item} data-level={level}>
            <Link href={sessionAddress(id, 'transcript', seq)} className="small">
              <When at={at} />
            </Link>{' '}
            {text}
            {detail !== undefined && objectsIn([detail]) && <RawJson value={detail} />}
          </li>
        ))}
      </ul>
    </>
  )
}

function hookNotices(state: SessionState, size: number): NoticeItem[] {
  return items(state, { from: size - MAX_ITEMS_BACK })
    .filter(
      (it): it is NoticeItem => it.kind === 'notice' && (it.topic === 'hook' || it.topic === 'stop-hooks'),
    )
    .slice(-MAX)
    .reverse()
}
