import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { rememberColours } from './seen-colours.ts'

/** What axe-core finds wrong with a page, as lines to read. */

/** WCAG 2.2 to level AA, and what axe-core's makers recommend beyond it. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Rules whose result depends on the theme. */
const ofColours = ['color-contrast', 'link-in-text-block']

/** Of many that are equal the first ones stand for all: axe-core would look at each for a while, on every screen again. */
const repeated = [
  '.page-tiles li:nth-child(n + 20)',
  '.timeline > li:nth-child(n + 10)',
  '.verse:nth-child(n + 5):not([data-target], [data-played], :has(.footnote-mark, [role="note"]))',
]

interface WithAxe {
  readonly axe: { run(on: object, options: object): Promise<AxeResults> }
}

/**
 * As text that the browser's inspector runs: no script element, so the page keeps its own policy. Nothing of the page's
 * own style sheets has to be fetched a second time, which the policy would forbid in part.
 *
 * What lies far off the screen is laid out as if it were on it. Otherwise it keeps the height that it had when it was last
 * seen, maybe in another window, and axe-core finds it overlapping with what comes after it.
 */
async function bring(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in window)) return
  await page.evaluate(`${axe.source}; undefined`)
  await page.evaluate(rememberColours)
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { content-visibility: visible !important }')
    document.adoptedStyleSheets.push(sheet)
  })
}

interface Violation {
  readonly id: string
  readonly nodes: readonly {
    readonly target: AxeResults['violations'][number]['nodes'][number]['target']
    readonly failureSummary: string | undefined
  }[]
}

function lines(violations: readonly Violation[]): string[] {
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => {
      const why = (failureSummary ?? '').split('\n').slice(1).join(';').replaceAll(/\s+/g, ' ').trim()
      return `${id} at ${target.join(' ')}: ${why}`
    }),
  )
}

/**
 * To be run in the page. What a bar that stays on the screen covers at the moment is looked at once more where nothing has
 * to cover it: in the middle of the screen.
 */
async function runAll([values, repeatedOnes]: readonly [readonly string[], readonly string[]]) {
  const { axe } = window as unknown as WithAxe
  const options = { resultTypes: ['violations'], preload: false, elementRef: true }
  const exclude = repeatedOnes.map((each) => [each])
  const { violations } = await axe.run({ exclude }, { ...options, runOnly: { type: 'tag', values } })
  const isTooSmall = async (target: Element) => {
    target.scrollIntoView({ block: 'center', behavior: 'instant' })
    const runOnly = { type: 'rule', values: ['target-size'] }
    return (await axe.run({ include: [target] }, { ...options, runOnly })).violations.length > 0
  }
  const place = scrollY
  const found: Violation[] = []
  for (const { id, nodes } of violations) {
    const wrong: Violation['nodes'][number][] = []
    for (const { element, target, failureSummary } of nodes)
      if (id !== 'target-size' || (await isTooSmall(element!))) wrong.push({ target, failureSummary })
    found.push({ id, nodes: wrong })
  }
  scrollTo({ top: place, behavior: 'instant' })
  return found
}

/** Rule, what it says and where, a line for each element; none where all is well. */
export async function violations(page: Page): Promise<string[]> {
  await bring(page)
  return lines(await page.evaluate(runAll, [tags, repeated] as const))
}

/** Faults by the rules that depend on the theme, in texts whose colours were not found right before. */
export async function colourViolations(page: Page): Promise<string[]> {
  await bring(page)
  const found = await page.evaluate(async (values) => {
    const { axe, seenColours } = window as unknown as WithAxe & Window
    const include = seenColours.unseen()
    if (include.length === 0) return []
    const runOnly = { type: 'rule', values }
    const resultTypes = ['violations', 'passes']
    const results = await axe.run({ include }, { runOnly, resultTypes, preload: false, elementRef: true })
    const elements = (of: AxeResults['passes']) =>
      of.flatMap(({ nodes }) => nodes.map((node) => node.element!))
    const wrong = new Set(elements(results.violations))
    seenColours.note(elements(results.passes).filter((element) => !wrong.has(element)))
    return results.violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ target, failureSummary }) => ({ target, failureSummary })),
    }))
  }, ofColours)
  return lines(found)
}
