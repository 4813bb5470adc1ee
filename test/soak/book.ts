/**
 * The scripts of the prompts that may still be sent, where the CLIs find them: a file for the simulator, the scripted API for
 * real ones.
 */
import { renameSync, writeFileSync } from 'node:fs'
import type { Model } from '../../src/simulator/index.ts'
import type { PlannedPrompt } from './plan/prompts.ts'

export class Book {
  readonly #prompts = new Map<string, PlannedPrompt>()
  readonly #file: string
  readonly #model: Model | undefined

  constructor(file: string, model: Model | undefined) {
    this.#file = file
    this.#model = model
    this.#publish()
  }

  promptOf(token: string): PlannedPrompt | undefined {
    return this.#prompts.get(token)
  }

  add(prompts: readonly PlannedPrompt[]): void {
    for (const prompt of prompts) this.#prompts.set(prompt.token, prompt)
    this.#publish()
  }
  /** Their sessions are over. */
  remove(prompts: readonly PlannedPrompt[]): void {
    for (const { token } of prompts) this.#prompts.delete(token)
    this.#publish()
  }

  #publish(): void {
    const scenario = { scripts: [...this.#prompts.values()].map(({ script }) => script) }
    // At once: a CLI may read it in this moment.
    writeFileSync(`${this.#file}.new`, JSON.stringify(scenario))
    renameSync(`${this.#file}.new`, this.#file)
    this.#model?.use(scenario)
  }
}
