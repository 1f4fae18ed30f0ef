import { describe, expect, it } from 'vitest'
import { noteVitals, readVitals } from './measures/vitals.mjs'
import { patience } from './reader-visit.ts'
import { StateBench } from './state-bench.ts'

/** Texts that arrive in a page do not move the text that a reader may have begun to read. */

const bench = new StateBench()

describe('a chapter', () => {
  it.each([390, 1280])('is not moved by what arrives in it, in a window %i wide', async (width) => {
    const before = await bench.openKept()
    await before.close()
    await bench.visit.context.addInitScript(noteVitals)
    const page = await bench.visit.context.newPage()
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`${bench.demo.url}#/chapter/112`)
    await page.getByTestId('verse-112:4').waitFor()
    await expect.poll(() => page.locator('[aria-busy="true"]').count(), patience).toBe(0)
    // Two frames, so that what was shown last is painted, too.
    await page.evaluate(async () => {
      for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
    })
    // What counts as good. An idle machine has next to none; on a busy one the names of a chapter may miss the first paint.
    expect((await page.evaluate(readVitals)).shift).toBeLessThan(0.1)
  })
})
