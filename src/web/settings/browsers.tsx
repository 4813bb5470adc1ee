import { useState } from 'react'
import type { BrowserView } from '../../api/resources.ts'
import { signOut } from '../sign-in/signed-in.ts'
import { useAction } from '../store/action.ts'
import { api } from '../store/connection.ts'
import { useFetched } from '../store/fetched.ts'
import { When } from '../ui/age.tsx'
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/failure.tsx'
import { Tag } from '../ui/tag.tsx'

export function Browsers() {
  const fetched = useFetched('browsers', () => api.call('listBrowsers', {}))
  const [answer, setAnswer] = useState<readonly BrowserView[]>()
  const list = answer ?? fetched.value?.browsers
  const end = useAction(async (id: string) =>
    setAnswer((await api.call('endBrowser', { params: { id } })).browsers),
  )
  const endOthers = useAction(async () => setAnswer((await api.call('endOtherBrowsers', {})).browsers))
  const leave = useAction(signOut)
  return (
    <section className="card stack" aria-label="Browsers">
      <div className="row wrap">
        <h2 className="grow">Signed-in browsers</h2>
        <Button size="small" disabled={!list?.some(({ isCurrent }) => !isCurrent)} action={endOthers}>
          Sign out all others
        </Button>
      </div>
      <Failure error={fetched.error} again={fetched.again} />
      <Failure error={end.error ?? endOthers.error ?? leave.error} />
      <ul className="settings-list">
        {list?.map((browser) => (
          <li key={browser.id}>
            <span className="grow">
              <strong>{browser.name}</strong> {browser.isCurrent && <Tag tone="neutral">this browser</Tag>}
              <span className="small soft settings-command">
                <span className="settings-time">
                  Last used <When at={browser.lastUsedAt} />,
                </span>{' '}
                <span className="settings-time">
                  signed in <When at={browser.createdAt} />
                </span>
              </span>
            </span>
            <Button
              size="small"
              aria-label={browser.isCurrent ? undefined : `Sign out ${browser.name}`}
              isPending={browser.isCurrent ? leave.isPending : end.isPending}
              onClick={() => (browser.isCurrent ? leave.run() : end.run(browser.id))}
            >
              Sign out
            </Button>
          </li>
        ))}
      </ul>
      <p className="small soft">
        A browser that is not used for 30 days is signed out. A new token signs all of them out.
      </p>
    </section>
  )
}
