/** The browsers that are signed in, and codes for others. */
import type { Browsers } from '../browsers/browsers.ts'
import type { SignInCodes } from '../browsers/sign-in-codes.ts'
import type { Handlers } from './handler.ts'

type Names = 'listBrowsers' | 'endBrowser' | 'endOtherBrowsers' | 'createSignInCode'

export function browserHandlers(browsers: Browsers, codes: SignInCodes): Pick<Handlers, Names> {
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
    createSignInCode: () => codes.create(),
  }
}
