import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { withBody, type BuiltFile } from '../../demo/scripts/built-files.mjs'
import { startDemo, type RunningDemo } from '../../demo/scripts/serve.mjs'
import { sharedChromium } from '../browser/chromium.ts'
import { isCurrent, keep, ReaderVisit } from './reader-visit.ts'
import { StateRecord } from './state-record.ts'

interface NewVisit {
  readonly demo?: RunningDemo
  readonly serviceWorkers?: 'allow' | 'block'
}

/** The built demo, and for each test a visitor with a new profile. Make it once in a test file. */
export class StateBench {
  readonly record = new StateRecord()
  #demo: RunningDemo | undefined
  #visit: ReaderVisit | undefined
  readonly #replaced = new Map<string, BuiltFile>()
  readonly #failures: string[] = []
  #servicesStopped = false

  constructor() {
    beforeAll(() => this.#start())
    afterAll(() => this.#stop())
    beforeEach(() => this.newVisit())
    afterEach(() => this.#tidy())
  }

  get demo(): RunningDemo {
    return this.#demo!
  }

  get visit(): ReaderVisit {
    return this.#visit!
  }

  /** Of another demo where one is given. */
  async newVisit({ demo = this.demo, serviceWorkers }: NewVisit = {}): Promise<void> {
    await this.#visit?.close()
    this.#visit = await ReaderVisit.begin(await sharedChromium(), demo, { serviceWorkers })
    this.#visit.context.on('weberror', (error) => this.#failures.push(String(error.error())))
  }

  /** A reader that keeps one translation and the Arabic text, and is up to date. */
  async openKept(): Promise<Page> {
    const page = await this.visit.open('#/library')
    // What the service has is known.
    await page.getByTestId('resource-quran_core:1').waitFor()
    await keep(page)
    await isCurrent(page)
    return page
  }

  /** Serves another text in the place of the files that fit, until `restoreFiles` or the test's end. */
  replaceFiles(name: RegExp, change: (text: string) => string): void {
    const paths = [...this.demo.files.keys()].filter((path) => name.test(path))
    expect(paths).not.toEqual([])
    for (const path of paths) {
      const file = this.demo.files.get(path)!
      if (!this.#replaced.has(path)) this.#replaced.set(path, file)
      this.demo.files.set(path, withBody(file, change(file.body.toString())))
    }
  }

  /** Files come from the server each time, and not out of the browser's cache. */
  serveUncached(): void {
    for (const [path, file] of this.demo.files) this.demo.files.set(path, { ...file, caching: 'no-store' })
  }

  /** No server answers for content or tokens, until `startServices` or the test's end. */
  async stopServices(): Promise<void> {
    this.#servicesStopped = true
    await this.demo.stopServices()
  }

  async startServices(): Promise<void> {
    if (!this.#servicesStopped) return
    this.#servicesStopped = false
    await this.demo.startServices()
  }

  restoreFiles(): void {
    for (const [path, { body, compressed }] of this.#replaced) {
      const file = this.demo.files.get(path)!
      this.demo.files.set(path, { ...file, body, compressed })
    }
    this.#replaced.clear()
  }

  async #start(): Promise<void> {
    this.#demo = await startDemo({ content: 'small' })
  }

  async #stop(): Promise<void> {
    this.record.write()
    await this.#demo?.close()
  }

  async #tidy(): Promise<void> {
    await this.#visit?.close()
    this.#visit = undefined
    this.restoreFiles()
    await this.startServices()
    this.demo.sandbox.clearFaults()
    expect(this.#failures.splice(0)).toEqual([])
  }
}
