/** Accumulates SGR sequences into a style. Only colours and plain emphasis: nothing that hides text or blinks. */
const FLAGS: Readonly<Record<number, string>> = { 1: '1', 2: '2', 3: '3', 4: '4', 7: '7', 9: '9' }
/** The flags that each code resets. */
const ENDS: Readonly<Record<number, readonly string[]>> = {
  22: ['1', '2'],
  23: ['3'],
  24: ['4'],
  27: ['7'],
  29: ['9'],
}

export class Pen {
  #flags: string[] = []
  #front = ''
  #back = ''
  #style = ''

  /** SGR parameters to follow a reset; empty for plain text. */
  get style(): string {
    return this.#style
  }

  /** `parameters`: what is between `ESC [` and `m`. */
  apply(parameters: string): void {
    const groups = parameters.split(';')
    for (let i = 0; i < groups.length; i++) {
      const [code = 0, ...parts] = (groups[i] ?? '').split(':').map(Number)
      const isColour = code === 38 || code === 48
      if (!isColour) this.#one(code)
      // With colons, the colour is in one group and may include a colour space: `38:2::1:2:3`.
      else if (parts.length > 0) this.#extended(code, parts.length > 4 ? parts.toSpliced(1, 1) : parts)
      else i += this.#extended(code, groups.slice(i + 1).map(Number))
    }
    this.#style = [...this.#flags, this.#front, this.#back].filter((it) => it !== '').join(';')
  }

  #one(code: number): void {
    const flag = FLAGS[code]
    if (code === 0) {
      this.#flags = []
      this.#front = this.#back = ''
    } else if (flag !== undefined) {
      if (!this.#flags.includes(flag)) this.#flags.push(flag)
    } else if (ENDS[code]) {
      this.#flags = this.#flags.filter((it) => !ENDS[code]?.includes(it))
    } else if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) this.#front = String(code)
    else if ((code >= 40 && code <= 47) || (code >= 100 && code <= 107)) this.#back = String(code)
    else if (code === 39) this.#front = ''
    else if (code === 49) this.#back = ''
  }

  /** One of 256 colours, or RGB. Returns how many codes it consumed. */
  #extended(code: number, [kind, ...rest]: readonly number[]): number {
    const parts = rest.slice(0, kind === 2 ? 3 : 1)
    const isWhole = (kind === 5 && parts.length === 1) || (kind === 2 && parts.length === 3)
    const isColour = isWhole && parts.every((it) => Number.isInteger(it) && it >= 0 && it < 256)
    const colour = isColour ? [code, kind, ...parts].join(';') : ''
    if (code === 38) this.#front = colour
    else this.#back = colour
    return 1 + parts.length
  }
}
