import { Card } from '../card.tsx'
import { Chip } from '../chip.tsx'
import { Count } from '../count.tsx'
import { Disclosure } from '../disclosure.tsx'
import { Empty } from '../empty.tsx'
import { Failure } from '../failure.tsx'
import * as icons from '../icons.ts'
import { ApprovalIcon, ErrorIcon, IdleIcon, InboxIcon, PlanIcon, ReviewIcon, WorkingIcon } from '../icons.ts'
import { Meter } from '../meter.tsx'
import { Note } from '../note.tsx'
import { Skeleton } from '../skeleton.tsx'
import { Tag } from '../tag.tsx'

const START = Date.now() - 95_000

export function States() {
  return (
    <>
      <section className="card gallery-box">
        <h2>Chips: a name and an age; tags, counts</h2>
        <div className="row wrap">
          <Chip tone="needs-you" icon={ApprovalIcon} since={START}>
            Needs approval
          </Chip>
          <Chip tone="needs-you" icon={PlanIcon}>
            Plan, 4 steps
          </Chip>
          <Chip tone="working" icon={WorkingIcon} since={START}>
            Bash · npm test
          </Chip>
          <Chip tone="success" icon={ReviewIcon}>
            Ready for review
          </Chip>
          <Chip tone="danger" icon={ErrorIcon}>
            Error 429
          </Chip>
          <Chip tone="neutral" icon={IdleIcon} since={START}>
            Idle
          </Chip>
        </div>
        <div className="row wrap">
          <Tag>archived</Tag>
          <Tag tone="needs-you">not saved</Tag>
          <Tag tone="success">healthy</Tag>
          <Tag tone="danger">failed</Tag>
          <Count value={3} />
          <Count value={5} tone="needs-you" />
        </div>
      </section>
      <section className="card gallery-box">
        <h2>Cards, notes, failures</h2>
        <Card>A card</Card>
        <Card tone="needs-you">A card that needs you</Card>
        <Note>This folder is shared with 2 other sessions.</Note>
        <Note tone="needs-you">Host out of reach for 12 s. Your draft is kept.</Note>
        <Note tone="danger">Setup script failed with exit code 1.</Note>
        <Failure error="Push rejected: main has moved." again={() => {}} />
        <Disclosure label="Details">
          <p>What is under the line.</p>
        </Disclosure>
      </section>
      <section className="card gallery-box">
        <h2>Icons</h2>
        <div className="row wrap">
          {Object.entries(icons).map(([name, Shown]) => (
            <Tag key={name}>
              <span className="row">
                <Shown />
                {name.replace('Icon', '')}
              </span>
            </Tag>
          ))}
        </div>
      </section>
      <section className="card gallery-box">
        <h2>Meters, empty, loading</h2>
        <div className="row">
          <Meter part={0.34} label="Context 34 %" />
          <Meter part={0.82} label="Context 82 %" />
          <Meter part={0.96} label="Context 96 %" />
        </div>
        <Meter part={0.5} label="Half of the budget" isWide />
        <Empty title="Nothing needs you" icon={InboxIcon}>
          <p>3 sessions are working. Requests appear here.</p>
        </Empty>
        <Skeleton />
      </section>
    </>
  )
}
