// @ts-check
// What `npm test` shows of vitest: a line for each project when it is done, the failures, and a summary by layer.

import { DefaultReporter } from 'vitest/node'

/** @typedef {import('vitest/node').TestModule} TestModule */
/** @typedef {{ files: number, done: number, passed: number, failed: number, skipped: number, start: number }} Progress */

const seconds = (/** @type {number} */ ms) => `${(ms / 1000).toFixed(1)} s`
const count = (/** @type {number} */ n, /** @type {string} */ what) => `${n} ${what}${n === 1 ? '' : 's'}`

export default class LayerReporter extends DefaultReporter {
  /** @type {Map<string, Progress>} */
  #projects = new Map()
  #isStatusShown = false

  constructor() {
    super({ summary: false })
  }

  /**
   * @override
   * @param {import('vitest/node').Vitest} vitest
   */
  onInit(vitest) {
    // Without the banner.
    this.ctx = vitest
    this.start = performance.now()
  }

  /**
   * @override
   * @param {readonly import('vitest/node').TestSpecification[]} specifications
   */
  onTestRunStart(specifications) {
    super.onTestRunStart(specifications)
    for (const { project } of specifications) this.#progress(project.name).files += 1
  }

  /** @param {TestModule} module */
  onTestModuleStart(module) {
    this.#progress(module.project.name).start ||= performance.now()
    this.#showStatus()
  }

  /**
   * @override
   * @param {TestModule} module
   */
  onTestModuleEnd(module) {
    const progress = this.#progress(module.project.name)
    progress.done += 1
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      if (state !== 'pending') progress[state] += 1
    }
    this.#reportFailures(module)
    if (progress.done === progress.files) this.log(this.#line(module.project.name, progress))
    this.#showStatus()
  }

  /**
   * @override
   * @param {readonly TestModule[]} modules
   * @param {readonly import('vitest/node').SerializedError[]} errors
   * @param {import('vitest/node').TestRunEndReason} reason
   */
  onTestRunEnd(modules, errors, reason) {
    this.#clearStatus()
    if (modules.length > 1) this.#reportLayers(modules)
    super.onTestRunEnd(modules, errors, reason)
    let [passed, failed, skipped] = [0, 0, 0]
    for (const progress of this.#projects.values()) {
      passed += progress.passed
      failed += progress.failed
      skipped += progress.skipped
    }
    this.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
  }

  /**
   * @override
   * @param {...unknown} messages
   */
  log(...messages) {
    this.#clearStatus()
    super.log(...messages)
  }

  /**
   * At once, by name; what went wrong stands at the end. Also what a test that passed has to report.
   * @param {TestModule} module
   */
  #reportFailures(module) {
    const file = this.relative(module.moduleId)
    for (const test of module.children.allTests('failed'))
      this.log(`✗ ${module.project.name} ${file}: ${test.fullName}`)
    for (const { message } of module.errors()) this.log(`✗ ${module.project.name} ${file}: ${message}`)
    for (const test of module.children.allTests())
      for (const { message } of test.annotations()) this.log(`! ${module.project.name} ${file}: ${message}`)
  }

  /** @param {string} name */
  #progress(name) {
    const known = this.#projects.get(name)
    if (known) return known
    const fresh = { files: 0, done: 0, passed: 0, failed: 0, skipped: 0, start: 0 }
    this.#projects.set(name, fresh)
    return fresh
  }

  /**
   * @param {string} name
   * @param {Progress} progress
   */
  #line(name, { files, passed, failed, skipped, start }) {
    const tests = [`${passed} passed`, failed && `${failed} FAILED`, skipped && `${skipped} skipped`]
    const mark = failed > 0 ? '✗' : '✓'
    return `${mark} ${name}: ${count(files, 'file')}, ${tests.filter(Boolean).join(', ')} in ${seconds(performance.now() - start)}`
  }

  #showStatus() {
    if (!this.isTTY) return
    this.#clearStatus()
    const running = [...this.#projects].filter(([, { done, files, start }]) => start > 0 && done < files)
    const text = running
      .map(
        ([name, { done, files, failed }]) =>
          `${name} ${done}/${files}${failed > 0 ? ` (${failed} failed)` : ''}`,
      )
      .join(' · ')
    if (text === '') return
    process.stdout.write(
      `  ${text} · ${seconds(performance.now() - this.start)}`.slice(0, process.stdout.columns - 1),
    )
    this.#isStatusShown = true
  }

  #clearStatus() {
    if (this.#isStatusShown) process.stdout.write('\r\x1b[2K')
    this.#isStatusShown = false
  }

  /** @param {readonly TestModule[]} modules */
  #reportLayers(modules) {
    /** @type {Map<string, { files: number, tests: number, ms: number }>} */
    const layers = new Map()
    for (const module of modules) {
      const { duration, prepareDuration, collectDuration, setupDuration } = module.diagnostic()
      const name = layerOf(this.relative(module.moduleId), module.project.name)
      const layer = layers.get(name) ?? { files: 0, tests: 0, ms: 0 }
      layer.files += 1
      layer.tests += [...module.children.allTests()].length
      layer.ms += duration + prepareDuration + collectDuration + setupDuration
      layers.set(name, layer)
    }
    this.log('\n  layer                        files   tests   worker time')
    for (const [name, { files, tests, ms }] of [...layers].sort(([, a], [, b]) => b.ms - a.ms))
      this.log(
        `  ${name.padEnd(26)} ${String(files).padStart(7)} ${String(tests).padStart(7)} ${seconds(ms).padStart(13)}`,
      )
    this.log('')
  }
}

/**
 * `src/host/…` is the layer host; the folders under `test` are named after what they test.
 * @param {string} path
 * @param {string} project
 */
function layerOf(path, project) {
  const [top, folder] = path.split('/')
  if (top === 'src') return folder ?? ''
  return project === 'unit' ? `test/${folder}` : `test/${folder} (${project})`
}
