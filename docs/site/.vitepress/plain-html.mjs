// @ts-check
// HTML without inline scripts and styles, which the host's content security policy refuses.

import { createHash } from 'node:crypto'

/**
 * Moves each inline script into a file that stands where it stood, and drops style attributes: those of the server's rendering
 * are set again by the page's script.
 * @param {string} html
 * @param {string} base
 * @param {(name: string, script: string) => void} write
 */
export function withoutInline(html, base, write) {
  return html
    .replaceAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g, (_, script) => {
      const name = `inline.${createHash('sha256').update(script).digest('hex').slice(0, 12)}.js`
      write(name, script)
      return `<script src="${base}assets/${name}"></script>`
    })
    .replaceAll(/<[a-z][^<>]*? style="[^"]*"[^<>]*>/gi, (tag) => tag.replaceAll(/ style="[^"]*"/g, ''))
}

/** As GitHub makes the anchor of a heading. @param {string} heading */
export function githubSlug(heading) {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-')
}
