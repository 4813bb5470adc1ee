/** What an agent says, as text, as the input and the result of a tool, as a title: nothing of it runs in the page. */
import { beforeAll, expect, test } from 'vitest'
import { WebStage } from './stage.ts'

const RUN = 'window.stolen=1'
const PAYLOADS = [
  `<script>${RUN}</script>`,
  `<ScRiPt>${RUN}</sCrIpT>`,
  `<script src="data:text/javascript,${RUN}"></script>`,
  `<img src=x onerror="${RUN}">`,
  `<img src="x" onerror=${RUN}//`,
  `<svg onload="${RUN}"></svg>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><animate onbegin="${RUN}" attributeName=x dur=1s>`,
  `<math><mtext></mtext><style><img src=x onerror="${RUN}">`,
  `<iframe src="javascript:parent.${RUN}"></iframe>`,
  `<iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  `<object data="data:text/html,<script>${RUN}</script>"></object>`,
  `<embed src="javascript:${RUN}">`,
  `<a href="javascript:${RUN}">click</a>`,
  `[click](javascript:${RUN})`,
  `[click](JaVaScRiPt:${RUN})`,
  `[click](java\nscript:${RUN})`,
  `[click](&#106;avascript:${RUN})`,
  `[click](data:text/html;base64,PHNjcmlwdD5zdG9sZW48L3NjcmlwdD4=)`,
  `[click](vbscript:${RUN})`,
  `![x](javascript:${RUN})`,
  `![x](x" onerror="${RUN})`,
  `[x](https://a "onmouseover=${RUN} ")`,
  `[ref]\n\n[ref]: javascript:${RUN}`,
  `<javascript:${RUN}>`,
  `<body onload="${RUN}">`,
  `<details open ontoggle="${RUN}">`,
  `<input autofocus onfocus="${RUN}">`,
  `<video><source onerror="${RUN}"></video>`,
  `<form action="javascript:${RUN}"><button>go</button></form>`,
  `<link rel="stylesheet" href="data:text/css,body{display:none}">`,
  `<meta http-equiv="refresh" content="0;url=javascript:${RUN}">`,
  `<base href="http://evil.invalid/">`,
  `"><script>${RUN}</script>`,
  `'-${RUN}-'`,
  `\${${RUN}}{{constructor.constructor('${RUN}')()}}`,
  `\`\`\`html"><script>${RUN}</script>\n<b>\n\`\`\``,
  `<!--><script>${RUN}</script>-->`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
]

let stage: WebStage
beforeAll(async () => {
  stage = await WebStage.playing({
    scripts: PAYLOADS.map((payload, at) => ({
      prompt: `payload ${at}.`,
      replies: [
        [
          { text: payload },
          { tool: 'Bash', input: { command: `make '${payload.replaceAll("'", '')}'`, description: payload } },
        ],
        [{ text: `Done ${at}.` }],
      ],
    })),
  })
})

const ACTIVE = [
  ...[
    'iframe',
    'object',
    'embed',
    'script',
    'base',
    'meta',
    'link',
    'form[action]',
    '[href^="javascript:" i]',
  ],
  ...['[href^="data:" i]', '[onerror]', '[onload]', '[onfocus]', '[ontoggle]', '[onmouseover]', '[onbegin]'],
].join(', ')

test('nothing of it runs, and nothing of it becomes part of the page but text', async () => {
  const page = await stage.page()
  const root = page.locator('#root')
  for (const [at, payload] of PAYLOADS.entries()) {
    const id = await stage.session({ title: payload.slice(0, 200), prompt: `payload ${at}.` })
    await page.goto(`${stage.daemon.url}/s/${id}`)
    await page
      .getByRole('button', { name: /^Allow/ })
      .first()
      .waitFor()
    for (const link of await page.getByText('click', { exact: true }).all()) await link.click()
    expect([payload, await root.locator(ACTIVE).count()]).toEqual([payload, 0])
    expect([payload, await page.evaluate(() => 'stolen' in globalThis)]).toEqual([payload, false])
  }
})
