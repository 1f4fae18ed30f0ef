import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

const folder = fileURLToPath(new URL('../.artifacts/journey/', import.meta.url))

/** Pictures of one reader's journey, numbered in the order in which they were taken. Those of an earlier run go first. */
export class Album {
  readonly #name: string
  #count = 0

  /** `name` stands before each picture's own. */
  constructor(name: string) {
    this.#name = name
  }

  /** What the window shows, once the fonts are there. */
  async picture(page: Page, step: string): Promise<void> {
    if (this.#count === 0) this.#begin()
    this.#count += 1
    await page.evaluate(async () => void (await document.fonts.ready))
    const number = String(this.#count).padStart(2, '0')
    await page.screenshot({ path: join(folder, `${this.#name}-${number}-${step}.png`) })
  }

  #begin(): void {
    mkdirSync(folder, { recursive: true })
    const earlier = readdirSync(folder).filter((file) => file.startsWith(`${this.#name}-`))
    for (const file of earlier) rmSync(join(folder, file))
  }
}
