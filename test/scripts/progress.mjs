import { writeFileSync } from 'node:fs'
import { progressFile } from './progress-file.mjs'

/**
 * A reporter that says nothing: it keeps in a file how far the run is, so that the runner which ends a hanging run can tell
 * what it waited for.
 */
export default class Progress {
  #passed = 0
  #failed = 0
  /** @type {Map<string, { since: number, tests: Set<string> }>} */
  #inProgress = new Map()

  onTestRunStart() {
    this.#write()
  }

  /** @param {import('vitest/node').TestModule} file */
  onTestModuleStart(file) {
    this.#inProgress.set(nameOf(file), { since: Date.now(), tests: new Set() })
    this.#write()
  }

  /** @param {import('vitest/node').TestModule} file */
  onTestModuleEnd(file) {
    this.#inProgress.delete(nameOf(file))
    this.#write()
  }

  /** @param {import('vitest/node').TestCase} test */
  onTestCaseReady(test) {
    this.#inProgress.get(nameOf(test.module))?.tests.add(test.fullName)
    this.#write()
  }

  /** @param {import('vitest/node').TestCase} test */
  onTestCaseResult(test) {
    this.#inProgress.get(nameOf(test.module))?.tests.delete(test.fullName)
    const { state } = test.result()
    if (state === 'passed') this.#passed += 1
    if (state === 'failed') this.#failed += 1
  }

  #write() {
    const inProgress = [...this.#inProgress].map(([file, { since, tests }]) => ({
      file,
      since,
      tests: [...tests],
    }))
    const reported = { passed: this.#passed, failed: this.#failed, inProgress }
    writeFileSync(progressFile, JSON.stringify(reported))
  }
}

/** @param {import('vitest/node').TestModule} file */
function nameOf(file) {
  return `${file.project.name}: ${file.relativeModuleId}`
}
