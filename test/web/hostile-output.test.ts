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
  `<kbd onclick="${RUN}">click</kbd><sub style="position:fixed" onmouseover="${RUN}">x</sub>`,
  `<kbd><img src=x onerror="${RUN}"></kbd><sup><script>${RUN}</script></sup>`,
  `<kbd><a href="javascript:${RUN}">click</a></kbd>`,
  `$\\href{javascript:${RUN}}{click}$ and $\\url{javascript:${RUN}}$`,
  `$\\htmlData{x=1}{a}\\htmlStyle{position:fixed}{b}\\htmlId{root}{c}\\includegraphics{http://evil.invalid/a.png}$`,
  `$\\text{<img src=x onerror=${RUN}>}$`,
  `$$\n\\unicode{<script>${RUN}</script>}\n$$`,
  `[^<img src=x onerror=${RUN}>]\n\n[^<img]: <script>${RUN}</script>`,
  `a[^1]\n\n[^1]: [click](javascript:${RUN}) <img src=x onerror="${RUN}">`,
  `\`javascript:${RUN}/a.ts:3\` and \`data:text/html,x/a.ts\``,
  `\`\`\`ts title="javascript:${RUN}"\nx\n\`\`\``,
  `\`\`\`mermaid\ngraph TD; A["<img src=x onerror=${RUN}>"] --> B; click A "javascript:${RUN}"\n\`\`\``,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
]

/** A few in each session, so that all of them fit into a tall window. */
const SIZE = 4
const groups = Array.from({ length: Math.ceil(PAYLOADS.length / SIZE) }, (_, at) =>
  PAYLOADS.slice(at * SIZE, (at + 1) * SIZE),
)

let stage: WebStage
beforeAll(async () => {
  stage = await WebStage.playing({
    scripts: groups.map((payloads, at) => ({
      prompt: `group ${at}.`,
      replies: [
        ...payloads.map((payload, index) => [
          { text: `${payload}\n\nShown ${index}.` },
          { tool: 'Read', input: { file_path: payload } },
        ]),
        [
          {
            tool: 'Bash',
            input: { command: `make '${payloads.join(' ').replaceAll("'", '')}'`, description: payloads[0] },
          },
        ],
        [{ text: 'Done.' }],
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
  ...[
    '[href^="data:" i]',
    'math[href], math *[href], math img, sub[style], [onclick]',
    '[onerror]',
    '[onload]',
    '[onfocus]',
    '[ontoggle]',
    '[onmouseover]',
    '[onbegin]',
  ],
].join(', ')

test.each(groups.map((payloads, at) => [at, payloads] as const))(
  'nothing of group %i runs, or becomes part of the page but text',
  async (at, payloads) => {
    const title = payloads.join(' ').slice(0, 200)
    const id = await stage.session({ title, prompt: `group ${at}.` })
    const page = await stage.page({ at: `/s/${id}` })
    // Only what is near the window is part of the page.
    await page.setViewportSize({ width: 1280, height: 4000 })
    await page
      .getByRole('button', { name: /^Allow/ })
      .first()
      .waitFor()
    for (const index of payloads.keys())
      await page.getByText(`Shown ${index}.`).first().waitFor({ state: 'attached' })
    for (const link of await page.getByText('click', { exact: true }).all()) await link.click()
    expect(await page.locator('#root').locator(ACTIVE).count()).toBe(0)
    expect(await page.evaluate(() => 'stolen' in globalThis)).toBe(false)
  },
)
