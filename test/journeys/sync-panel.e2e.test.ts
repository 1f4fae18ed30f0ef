import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { goTo, isCurrent, syncNow } from './reader-visit.ts'
import { StateBench } from './state-bench.ts'

/** The sync panel: what it shows of runs, and what its buttons do to the sandbox. */

const bench = new StateBench()

const outcomes = (page: Page, filter: string) =>
  page
    .locator(`[data-testid="timeline-run"][data-filter="${filter}"]`)
    .evaluateAll((runs) => runs.map((run) => (run as HTMLElement).dataset['outcome']))

/** From the settings, as a developer goes there. */
async function openPanel(page: Page): Promise<void> {
  await goTo(page, 'settings')
  await page.getByTestId('developers-link').click()
}

async function press(page: Page, button: string): Promise<void> {
  await page.getByTestId(`fault-${button}`).click()
  await page.getByTestId('fault-answer').getByText(/^Done/).waitFor()
}

describe('the sync panel', () => {
  it('shows each run with its outcome, and troubles the service on demand', async () => {
    const page = await bench.openKept()
    await openPanel(page)
    await expect.poll(() => outcomes(page, 'translations:20')).toContain('current')
    await expect
      .poll(() => page.getByTestId('subscription-quran_core:1').innerText())
      .toMatch(/current at sequence/i)

    // The engine's own panel says the same.
    const panel = page.getByTestId('engine-panel')
    await panel.locator('summary').click()
    await expect.poll(() => panel.locator('section').innerText()).toMatch(/translations:20: current/)

    // A verse is corrected: one change, by the report of a run that the reader asked for.
    await press(page, 'correct')
    await syncNow(page)
    const runs = page.getByTestId('timeline-run')
    await expect.poll(async () => (await runs.allInnerTexts()).join('\n')).toMatch(/Changes 1 .*1 row/)

    // The log is gone: the next run begins from nothing.
    await press(page, 'compactLog')
    await syncNow(page)
    await expect.poll(async () => (await runs.allInnerTexts()).join('\n')).toMatch(/bootstrap/)
    await isCurrent(page)

    // A withdrawn translation, and back.
    await press(page, 'withdraw')
    await syncNow(page)
    await expect.poll(() => page.getByTestId('fault-correct').isDisabled()).toBe(true)
    await press(page, 'restore')
    await syncNow(page)
    await expect.poll(() => page.getByTestId('fault-correct').isDisabled()).toBe(false)
    await page.goto(`${bench.demo.url}#/chapter/112`)
    await expect
      .poll(() => page.locator('[data-resource="translations:20"]').first().textContent())
      .toMatch(/corrected at|Say/)
  })

  it('says why a run failed and when it is tried again', async () => {
    const page = await bench.openKept()
    await openPanel(page)
    bench.demo.sandbox.fault({ match: { path: 'sync' }, times: null, effect: { status: 503 } })
    await syncNow(page)
    const run = page.locator('[data-testid="timeline-run"][data-outcome="interrupted"]')
    await run.first().waitFor()
    await expect.poll(() => run.first().innerText()).toMatch(/next try at/)
    await expect.poll(() => page.getByTestId('subscription-translations:20').innerText()).toMatch(/next try/i)
  })

  it('fetches a subscription anew, and asks again for what was cut off', async () => {
    const page = await bench.openKept()
    await openPanel(page)
    await press(page, 'cutBody')
    await page.getByTestId('subscription-quran_core:1').getByRole('button').click()
    await expect
      .poll(() => page.getByTestId('subscription-quran_core:1').getByRole('button').isEnabled())
      .toBe(true)
    // Cut once, then tried again by itself.
    const asked = bench.demo.sandbox.requests.filter(({ path }) => path.includes('quran_core'))
    expect(asked.length).toBeGreaterThanOrEqual(3)
    await isCurrent(page)
  })

  it('has no buttons where there is no sandbox', async () => {
    await bench.visit.context.route('**/config.json', async (route) => {
      const config = (await (await route.fetch()).json()) as Record<string, unknown>
      delete config['admin']
      await route.fulfill({ json: config })
    })
    const page = await bench.visit.open('#/sync')
    await page.getByTestId('current-run').waitFor()
    expect(await page.getByTestId('faults').count()).toBe(0)
  })
})
