import type { RemoteAccess } from '../../api/resources.ts'
import type { Browsers } from '../browsers/browsers.ts'
import type { SignInCodes } from '../browsers/sign-in-codes.ts'
import type { Handlers } from './handler.ts'

export function browserHandlers(browsers: Browsers, codes: SignInCodes, remote: () => RemoteAccess) {
  return {
    listBrowsers: ({ client }) => ({ browsers: browsers.list(client.browser) }),
    endBrowser: ({ params, client }) => {
      browsers.end([params.id])
      return { browsers: browsers.list(client.browser) }
    },
    endOtherBrowsers: ({ client }) => {
      const others = browsers.list(client.browser).filter(({ isCurrent }) => !isCurrent)
      browsers.end(others.map(({ id }) => id))
      return { browsers: browsers.list(client.browser) }
    },
    createSignInCode: () => ({ ...codes.create(), remote: remote() }),
  } satisfies Partial<Handlers>
}
