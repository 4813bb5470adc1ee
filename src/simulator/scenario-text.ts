/** What a scenario's text, in whatever notation, is read into. */

/** Both counted from 1. */
export interface Place {
  readonly line: number
  readonly column: number
}

export interface ScenarioText {
  readonly value: unknown
  /** Where the value of a path such as `scripts[0].prompt` stands; of one that leads nowhere, its last part that is there. */
  placeOf(path: string): Place
}

/** The text is not in the notation that it should be in. */
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
