// @ts-check
// Reads the built pages as a browser would: every link must lead somewhere, and nothing may need a weaker content security
// policy than the host's.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/**
 * @param {string} folder the built pages
 * @param {string} base the path that they are served under
 * @returns {string[]} what is wrong, a line each
 */
export function problemsIn(folder, base) {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.html'))
  const texts = new Map(pages.map((page) => [page, readFileSync(join(folder, page), 'utf8')]))
  const anchors = new Map([...texts].map(([page, html]) => [page, new Set(attributes(html, 'id'))]))
  return [...texts].flatMap(([page, html]) => {
    // The page of an unknown address is rendered without a place of its own.
    const links =
      page === '404.html' ? [] : [...new Set([...attributes(html, 'href'), ...attributes(html, 'src')])]
    const dead = links.filter((link) => !leadsSomewhere(link, page))
    return [...inlineIn(html), ...dead.map((link) => `dead link ${link}`)].map(
      (problem) => `${page}: ${problem}`,
    )
  })

  /**
   * @param {string} link
   * @param {string} page
   */
  function leadsSomewhere(link, page) {
    if (/^[a-z]+:/.test(link)) return true
    const [path = '', anchor = ''] = decodeURIComponent(link).split('#')
    const absolute =
      path === '' ? page : path.startsWith('/') ? path : posix.join('/', base, posix.dirname(page), path)
    if (path !== '' && !absolute.startsWith(base)) return false
    const named = path === '' ? page : absolute.slice(base.length)
    const file = named === '' || named.endsWith('/') ? `${named}index.html` : named
    if (!texts.has(file)) return anchor === '' && existsSync(join(folder, file))
    return anchor === '' || anchors.get(file)?.has(anchor) === true
  }
}

/** @param {string} html */
function inlineIn(html) {
  const script = /<script(?![^>]*\bsrc=)[^>]*>/.exec(html)
  const style = /<[a-z][^<>]* style="|<style[ >]/i.exec(html)
  return [script && 'inline script', style && 'inline style'].filter((it) => typeof it === 'string')
}

/**
 * @param {string} html
 * @param {string} name
 */
function attributes(html, name) {
  return [...html.matchAll(new RegExp(`<[a-z][^<>]*? ${name}="([^"]*)"`, 'gi'))].map(([, value = '']) =>
    value.replaceAll('&amp;', '&'),
  )
}
