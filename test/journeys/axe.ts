import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

/** What axe-core finds wrong with a page, as lines to read. */

/** WCAG 2.2 to level AA, and what axe-core's makers recommend beyond it. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

const rules = {
  all: { type: 'tag', values: tags },
  /** Those that a theme makes a difference to. */
  colours: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
} as const

/**
 * As text that the browser's inspector runs: no script element, so the page keeps its own policy. Nothing of the page's
 * own style sheets has to be fetched a second time, which the policy would forbid in part.
 */
async function bring(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${axe.source}; undefined`)
}

/** Of hundreds of equal tiles the first ones stand for all: axe-core would look at each for seconds. */
const repeated = '.page-tiles li:nth-child(n + 20)'

/** Rule, what it says and where, a line for each element; none where all is well. */
export async function violations(page: Page, which: keyof typeof rules = 'all'): Promise<string[]> {
  await bring(page)
  const results = await page.evaluate(
    ([runOnly, exclude]) => {
      const { axe } = window as unknown as { axe: { run(on: object, options: object): Promise<AxeResults> } }
      return axe.run({ exclude }, { runOnly, resultTypes: ['violations'], preload: false })
    },
    [rules[which], [repeated]] as const,
  )
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => {
      const why = failureSummary.split('\n').slice(1).join(';').replaceAll(/\s+/g, ' ').trim()
      return `${id} at ${target.join(' ')}: ${why}`
    }),
  )
}
