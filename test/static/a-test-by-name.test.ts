import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { areas, elsewhere } from './a-test-by-name.ts'
import { logicOf, root, sourcesOf, testsOf } from './sources.ts'

/**
 * A test is where one looks for it. A source with logic has a test of its name beside it, `paging.test.ts` or, for one of its
 * aspects, `paging.<aspect>.test.ts`; or the list says which test holds it, and why that one. Tests of what several parts do
 * together are in a folder `scenarios`, named after what happens. The sandbox is a service: an area of it, a folder, is held by
 * the tests in that folder, which ask it over HTTP; the doctor's checks are held by those that let them ask odd services.
 */

const packages = readdirSync(join(root, 'packages'))

/** `packages/x/src/paging` for `packages/x/src/paging.loss.test.ts`. */
const subjectOf = (test: string) => join(dirname(test), basename(test).split('.')[0]!)
const isInArea = (path: string) => areas.includes(dirname(path))
const withoutEnding = (source: string) => source.replace(/\.tsx?$/, '')

describe.each(packages)('packages/%s', (name) => {
  const folder = join('packages', name, 'src')
  const sources = sourcesOf(folder)
  const tests = testsOf(folder)
  const tested = new Set(tests.map(subjectOf))

  it.each(sources.filter((source) => !isInArea(source) && logicOf(source).isLogic))(
    '%s has a test of its name',
    (source) => {
      const held = elsewhere.some(({ source: each }) => each === source)
      expect([source, tested.has(withoutEnding(source)) || held]).toEqual([source, true])
    },
  )

  it('has tests that are named after a source, or scenarios', () => {
    const subjects = new Set(sources.map(withoutEnding))
    const homeless = tests.filter(
      (test) => !subjects.has(subjectOf(test)) && basename(dirname(test)) !== 'scenarios' && !isInArea(test),
    )
    expect(homeless).toEqual([])
  })
})

it.each(areas)('the area %s has tests', (area) => {
  expect(testsOf(area).filter((test) => dirname(test) === area)).not.toEqual([])
})

describe('the list of sources that a test of another name holds', () => {
  it.each(elsewhere)('$source: $heldBy', ({ source, heldBy, because }) => {
    expect([source, existsSync(join(root, source))]).toEqual([source, true])
    expect([heldBy, existsSync(join(root, heldBy))]).toEqual([heldBy, true])
    expect(because.length).toBeGreaterThan(20)
    expect([source, 'has logic', logicOf(source).isLogic]).toEqual([source, 'has logic', true])
    const beside = readdirSync(join(root, dirname(source))).filter((file) => /\.test\.tsx?$/.test(file))
    const own = beside.filter((file) => subjectOf(file) === basename(withoutEnding(source)))
    expect([source, 'has no test of its own', own]).toEqual([source, 'has no test of its own', []])
  })
  it('has nothing twice', () => {
    expect(new Set(elsewhere.map(({ source }) => source)).size).toBe(elsewhere.length)
  })
})
