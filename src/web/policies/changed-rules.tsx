/** Rules of an earlier version that mean something else now, until a person has seen them. */
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/failure.tsx'
import type { PolicyDraft } from './draft.ts'

export function ChangedRules({ changed, acknowledge }: Pick<PolicyDraft, 'changed' | 'acknowledge'>) {
  return (
    <section className="card stack" aria-label="Changed rules">
      <div className="row wrap">
        <span className="tag" data-tone="need">
          Please check
        </span>
        <span className="grow">
          {changed.length === 1 ? 'One rule means' : `${changed.length} rules mean`} something else since this
          host was updated.
        </span>
        <Button isPending={acknowledge.isPending} onClick={() => acknowledge.run()}>
          I have checked them
        </Button>
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
