// @ts-check
// The site. Its pages must work under the host's content security policy: no inline script, no inline style.

import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { defineConfig } from 'vitepress'
import { classNames, roles } from './code.mjs'
import { githubSlug, withoutInline } from './plain-html.mjs'

const { sidebar, guide, repository, outDir, base } = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '..', 'pages', 'site.json'), 'utf8'),
)

export default defineConfig({
  srcDir: 'pages',
  outDir,
  base,
  title: 'Fairlead',
  description: 'Hosts the Claude Code CLI: a typed library, a host for many sessions, and a proving ground.',
  lang: 'en',
  head: [['link', { rel: 'icon', href: `${base}icon.svg` }]],
  // Otherwise every page has the list of all pages in a script of its own.
  metaChunk: true,
  // Otherwise switching adds a style element.
  appearance: { disableTransition: false },
  transformHtml: (html) =>
    withoutInline(html, base, (name, script) => writeFileSync(join(outDir, 'assets', name), script)),
  vite: {
    build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 10_000 },
    // An environment that the person who builds has set is of no interest.
    envDir: resolve(import.meta.dirname),
  },
  markdown: {
    theme: roles,
    codeTransformers: [classNames],
    // `SPEC.md` is no address, and braces at the end of a line are no attributes.
    linkify: false,
    attrs: { disable: true },
    anchor: { slugify: githubSlug },
    config: (md) => {
      md.core.ruler.disable('emoji')
      const text = md.renderer.rules.text
      // Vue would run what is in double braces.
      md.renderer.rules.text = (...args) =>
        (text?.(...args) ?? md.utils.escapeHtml(args[0][args[1]]?.content ?? '')).replaceAll(
          '{{',
          '&#123;&#123;',
        )
      md.core.ruler.push('align', ({ tokens }) => {
        for (const token of tokens) {
          const side = /text-align:(\w+)/.exec(String(token.attrGet('style') ?? ''))?.[1]
          if (side === undefined) continue
          token.attrs = (token.attrs ?? []).filter(([name]) => name !== 'style')
          token.attrJoin('class', `align-${side}`)
        }
      })
    },
  },
  themeConfig: {
    logo: '/icon.svg',
    nav: [
      { text: 'Guide', link: guide, activeMatch: '^/guide' },
      { text: 'Host', link: '/host' },
      { text: 'Reference', link: '/reference/fairlead/', activeMatch: '^/reference/' },
      { text: 'Spec', link: '/spec' },
    ],
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
    socialLinks: [{ icon: 'github', link: repository }],
    docFooter: { prev: 'Before', next: 'Next' },
  },
})
