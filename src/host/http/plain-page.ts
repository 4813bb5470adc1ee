/** A page without scripts that lists the sessions, for as long as there is no console. */
import type { Host } from '../host.ts'

export function plainPage(host: Host, version: string): string {
  const rows = host
    .summaries()
    .map(
      ({ title, cwd, liveness, costUsd, lastLine }) =>
        `<tr><td>${escaped(title)}<br><small>${escaped(cwd)}</small></td><td>${escaped(liveness.words)}</td><td>${costUsd.toFixed(2)}</td><td>${escaped(lastLine)}</td></tr>`,
    )
  const list =
    rows.length === 0
      ? '<p>No sessions yet. Start one with <code>POST /api/sessions</code>.</p>'
      : `<table><tr><th>Session</th><th>Now</th><th>USD</th><th>Last</th></tr>${rows.join('')}</table>`
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="5"><title>Fairlead</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 2rem auto; max-width: 70rem; padding: 0 1rem }
table { border-collapse: collapse; width: 100% } td, th { padding: .4rem .6rem; text-align: left; border-bottom: 1px solid #8884; vertical-align: top }
</style>
<h1>Fairlead</h1><p>Version ${escaped(version)}. The API is described in <a href="/api/openapi.json">/api/openapi.json</a>.</p>${list}</html>`
}

/** Characters that are not seen, or that turn others around. */
const UNSEEN = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

function escaped(text: string): string {
  return text
    .replace(UNSEEN, (char) => `\\u{${char.charCodeAt(0).toString(16)}}`)
    .replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}
