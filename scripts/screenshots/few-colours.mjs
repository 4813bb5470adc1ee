// @ts-check
// A PNG with a palette: the most frequent colours of a picture, each other pixel with the nearest of them. The browser reads
// the pixels; what is written needs nothing but zlib.

import { crc32, deflateSync } from 'node:zlib'

const COLOURS = 256

/** @param {import('playwright-core').Browser} browser @param {Buffer} image */
export async function withFewColours(browser, image) {
  const page = await browser.newPage()
  const { width, height, pixels } = await page.evaluate(readPixels, image.toString('base64'))
  await page.close()
  const rgba = Buffer.from(pixels, 'base64')
  const { palette, indexes } = reduce(rgba)
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) rows.set(indexes.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** In the page. @param {string} base64 */
async function readPixels(base64) {
  const blob = await (await fetch(`data:image/png;base64,${base64}`)).blob()
  const bitmap = await createImageBitmap(blob)
  const { width, height } = bitmap
  const context = new OffscreenCanvas(width, height).getContext('2d')
  if (!context) throw new Error('the browser has no canvas')
  context.drawImage(bitmap, 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  let text = ''
  for (let at = 0; at < data.length; at += 30_000)
    text += String.fromCharCode(...data.subarray(at, at + 30_000))
  return { width, height, pixels: btoa(text) }
}

/** @param {Buffer} rgba */
function reduce(rgba) {
  /** @type {Map<number, number>} */
  const counts = new Map()
  const at = (/** @type {number} */ place) => rgba.readUInt32BE(place) >>> 8
  for (let place = 0; place < rgba.length; place += 4) counts.set(at(place), (counts.get(at(place)) ?? 0) + 1)
  const kept = [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, COLOURS)
    .map(([colour]) => colour)
  /** @type {Map<number, number>} */
  const places = new Map(kept.map((colour, index) => [colour, index]))
  const indexes = Buffer.alloc(rgba.length / 4)
  for (let place = 0; place < rgba.length; place += 4) {
    const colour = at(place)
    let index = places.get(colour)
    if (index === undefined) {
      index = nearest(kept, colour)
      places.set(colour, index)
    }
    indexes[place / 4] = index
  }
  return { palette: Buffer.from(kept.flatMap((it) => [it >> 16, (it >> 8) & 255, it & 255])), indexes }
}

/** @param {readonly number[]} colours @param {number} wanted */
function nearest(colours, wanted) {
  let best = 0
  let least = Number.POSITIVE_INFINITY
  for (const [index, it] of colours.entries()) {
    const far =
      ((it >> 16) - (wanted >> 16)) ** 2 +
      (((it >> 8) & 255) - ((wanted >> 8) & 255)) ** 2 +
      ((it & 255) - (wanted & 255)) ** 2
    if (far < least) [best, least] = [index, far]
  }
  return best
}

/** @param {string} type @param {Buffer} data */
function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
