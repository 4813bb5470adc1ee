/** Both counted from 1. */
export interface Place {
  readonly line: number
  readonly column: number
}

export interface ScenarioText {
  readonly value: unknown
  /** The position of the value at a path such as `scripts[0].prompt`; if there is none, that of the last part that exists. */
  placeOf(path: string): Place
}

/** The text is not valid in its notation. */
export class NotationError extends Error {
  readonly place: Place

  constructor(place: Place, problem: string) {
    super(problem)
    this.place = place
  }
}

export function placeAt(text: string, offset: number): Place {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}

export function stepsOf(path: string): string[] {
  return path.match(/[^.[\]]+/g) ?? []
}
