import { visible } from '../../state/unseen.ts'

/** An address that a server wants visited. It is shown in full, and opened by the person alone. */
export function VisitAddress({ url }: { url: string }) {
  const host = hostOf(url)
  if (host === undefined)
    return <p className="failure">This is no web address, and is not opened: {visible(url)}</p>
  return (
    <p className="approval-address">
      It wants you to visit{' '}
      <a href={url} target="_blank" rel="noopener noreferrer">
        {visible(url)}
      </a>{' '}
      on <strong>{host}</strong>. Go on when you are done there.
    </p>
  )
}

function hostOf(url: string): string | undefined {
  try {
    const { protocol, host } = new URL(url)
    return protocol === 'https:' || protocol === 'http:' ? host : undefined
  } catch {
    return undefined
  }
}
