// @ts-check
/** @typedef {{ colorScheme: 'light' | 'dark', viewport: { width: number, height: number }, isTouch?: boolean }} Look */

const SIZES = {
  wide: { width: 1440, height: 900 },
  laptop: { width: 1200, height: 750 },
  phone: { width: 390, height: 844 },
}

/** @type {Readonly<Record<string, Look>>} */
export const LOOKS = Object.fromEntries(
  Object.entries(SIZES).flatMap(([size, viewport]) =>
    /** @type {const} */ (['light', 'dark']).map((colorScheme) => [
      `${size}-${colorScheme}`,
      { colorScheme, viewport, isTouch: size === 'phone' },
    ]),
  ),
)
