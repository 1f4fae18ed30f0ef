import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  drawnAfterTest,
  groupOf,
  groups,
  groupsNamed,
  leftOutBy,
  movedBy,
  onOtherStore,
  wholeInTest,
} from '../scripts/groups.mjs'
import { timesTable } from '../scripts/times.mjs'
import { root, testsOf } from './sources.ts'

/** No test is left out of both `pnpm test` and `pnpm test:deep`. */

const tests = ['packages', 'test'].flatMap(testsOf)

it('what takes a browser or minutes belongs to a group', () => {
  const names = groups.map(({ name }) => name)
  const longer = tests.filter((path) => /\.(e2e|deep)\.test\.ts$/.test(path))
  expect(longer.length).toBeGreaterThan(20)
  expect(longer.filter((path) => !names.includes(groupOf(path)))).toEqual([])
})

it.each(groups.flatMap(({ name, folders }) => folders.map((folder) => [name, folder])))(
  'the group %s has tests in %s',
  (_, folder) => {
    expect(tests.some((path) => path.startsWith(folder) || path.endsWith(folder))).toBe(true)
  },
)

it('what a run in depth may leave out after `pnpm test` takes no more cases in depth', () => {
  const whole = wholeInTest()
  expect(whole.length).toBeGreaterThan(15)
  const deeper = /support\/runs'|describe-points|process\.env/
  expect(whole.filter((path) => deeper.test(readFileSync(join(root, path), 'utf8')))).toEqual([])
})

/** Of so many seeds that follow each other, which files each of them takes to which store. */
function drawsOf(seeds: number) {
  return Array.from({ length: seeds }, (_, index) => {
    const seed = 10_639_022 + index
    const [leftOut, moved] = [leftOutBy(seed), movedBy(seed)]
    const taken = drawnAfterTest().filter((path) => !leftOut.includes(path))
    return { taken, moved: taken.filter((path) => moved.includes(path)) }
  })
}

it('four seeds that follow each other take each file once', () => {
  expect(drawnAfterTest().length).toBeGreaterThan(80)
  expect(
    drawsOf(4)
      .flatMap(({ taken }) => taken)
      .sort(),
  ).toEqual(drawnAfterTest())
})

it('eight seeds that follow each other take each file of the database to each of Chromium’s stores', () => {
  const ofDatabase = (paths: readonly string[]) => paths.filter((path) => onOtherStore([path]).length > 0)
  const files = ofDatabase(drawnAfterTest())
  expect(files.length).toBeGreaterThan(10)
  const draws = drawsOf(8)
  expect(ofDatabase(draws.flatMap(({ moved }) => moved)).sort()).toEqual(files)
  expect(
    ofDatabase(draws.flatMap(({ taken, moved }) => taken.filter((path) => !moved.includes(path)))).sort(),
  ).toEqual(files)
})

it('a wrong name is answered with the right ones', () => {
  expect(groupsNamed(['crash', 'plans']).map(({ name }) => name)).toEqual(['plans', 'crash'])
  expect(() => groupsNamed(['crush'])).toThrowError(
    /no group "crush".*\n(.*\n)*.*crash +crash points of every scenario/,
  )
})

it('the time of tests is told by group and by file, the longest first', () => {
  const reported = timesTable([
    { path: 'packages/waraq/src/a.test.ts', tests: 2, seconds: 1 },
    { path: 'packages/waraq/src/b.test.ts', tests: 3, seconds: 2.5 },
    { path: 'test/crash/c.test.ts', tests: 1, seconds: 9 },
  ])
  expect(reported.split('\n')).toEqual([
    'Time of tests by group:',
    '    9.0 s  crash (1 tests in 1 files)',
    '    3.5 s  waraq (5 tests in 2 files)',
    'The twenty slowest files:',
    '    9.0 s  test/crash/c.test.ts',
    '    2.5 s  packages/waraq/src/b.test.ts',
    '    1.0 s  packages/waraq/src/a.test.ts',
  ])
})
