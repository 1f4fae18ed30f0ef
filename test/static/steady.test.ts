import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { filesBelow, root, testsOf } from './sources.ts'

/**
 * Tests whose answer a busy machine does not change.
 *
 * A page draws when it gets to it. A test that looks once sees, on a busy machine, what was there before: it has to look
 * until it sees what it expects, with `expect.poll`. One look is right for what must not be there, and for a claim about
 * one moment, which says so here.
 */

const looks =
  /\bexpect\(\s*(?:async \(\) => )?[[(]*await [^;\n]*?\.(?:innerText|textContent|allTextContents|allInnerTexts|getAttribute|inputValue|isChecked|isEnabled|isDisabled|isVisible|count|title)\([^;\n]*/g
const absent = /\)\.(?:toBe\((?:0|''|false)\)|toEqual\(\[\]\)|not\.)/

/** With the share of what has come, in the line above it: both are claims about the moment in which the network goes. */
const ofOneMoment = "expect(await syncState(page).getAttribute('data-state')).toBe('syncing')"

const looksIn = (source: string) =>
  [...source.matchAll(looks)].map(([text]) => text.trim()).filter((text) => !absent.test(text))

it.each(
  ['test/journeys', 'test/background', 'test/user-data']
    .flatMap(filesBelow)
    .filter((path) => path.endsWith('.ts')),
)('%s: waits for what it expects to see', (path) => {
  const found = looksIn(readFileSync(join(root, path), 'utf8'))
  expect(found.filter((text) => text !== ofOneMoment)).toEqual([])
})

it('knows one look from many, and presence from absence', () => {
  const source = `
    expect(await note.innerText()).toBe('here')
    expect([await note.getAttribute('lang')]).toEqual(['ar'])
    expect((await note.textContent())?.length).toBeGreaterThan(1)
    await expect.poll(() => note.innerText()).toBe('here')
    expect(await note.count()).toBe(0)
  `
  expect(looksIn(source)).toHaveLength(3)
})

it.each(['packages', 'test'].flatMap(testsOf))('%s: says nothing of how long something took', (path) => {
  const source = readFileSync(join(root, path), 'utf8')
  expect(source.match(/expect\(performance\.now\(\)[^\n]*\.toBeLess[^\n]*/g) ?? []).toEqual([])
})

/** How long an outage lasts, how long a page that is silent is waited for, measurements, which are no tests, and this. */
const waitsItself = [
  'test/static/steady.test.ts',
  'test/lifecycle/disruptions.ts',
  'test/lifecycle/disruption-tests.ts',
  'test/user-data/measure.ts',
]
const realWaits =
  /(?<![.\w])sleep\((?<sleep>[\d_]+)|\.waitForTimeout\((?<page>[\d_]+)|\bsetTimeout\(\w+, (?<timer>[\d_]+)\)/g

/** Of more than a second: what a test waits for has a state, or a clock that the test moves. */
const longWaitsIn = (source: string) =>
  [...source.matchAll(realWaits)]
    .filter(({ groups = {} }) => {
      const [ms = ''] = Object.values(groups).filter(Boolean)
      return Number(ms.replaceAll('_', '')) > 1_000
    })
    .map(([text]) => text)

it.each(
  [...testsOf('packages'), ...filesBelow('test').filter((path) => path.endsWith('.ts'))].filter(
    (path) => !waitsItself.includes(path),
  ),
)('%s: waits no second of real time', (path) => {
  expect(longWaitsIn(readFileSync(join(root, path), 'utf8'))).toEqual([])
})

it('knows a real wait from one by a clock of its own', () => {
  const source = `
    await sleep(1_500)
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    await page.waitForTimeout(1500)
    await clock.sleep(60_000)
    await sleep(1_000)
  `
  expect(longWaitsIn(source)).toHaveLength(3)
})
