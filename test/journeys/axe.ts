import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

/** What axe-core finds wrong with a page, as lines to read. */

/** WCAG 2.2 to level AA, and what axe-core's makers recommend beyond it. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * As text that the browser's inspector runs: no script element, so the page keeps its own policy. Nothing of the page's
 * own style sheets has to be fetched a second time, which the policy would forbid in part.
 */
async function bring(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${axe.source}; undefined`)
}

/** Rule, what it says and where, a line for each element; none where all is well. */
export async function violations(page: Page): Promise<string[]> {
  await bring(page)
  const results = await page.evaluate((values) => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<AxeResults> } }
    return axe.run({ runOnly: { type: 'tag', values }, resultTypes: ['violations'], preload: false })
  }, rules)
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => {
      const why = failureSummary.split('\n').slice(1).join(';').replaceAll(/\s+/g, ' ').trim()
      return `${id} at ${target.join(' ')}: ${why}`
    }),
  )
}
