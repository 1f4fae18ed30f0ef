import { readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { expect, it } from 'vitest'
import { groupOf, groups, groupsNamed, wholeInTest } from '../scripts/groups.mjs'
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
    expect(tests.some((path) => path.startsWith(folder))).toBe(true)
  },
)

it('what a run in depth may leave out after `pnpm test` takes no more cases in depth', () => {
  const whole = tests.filter((path) => matchesGlob(path, wholeInTest))
  expect(whole.length).toBeGreaterThan(15)
  const deeper = /support\/runs'|describe-points|process\.env/
  expect(whole.filter((path) => deeper.test(readFileSync(join(root, path), 'utf8')))).toEqual([])
})

it('a wrong name is answered with the right ones', () => {
  expect(groupsNamed(['crash', 'plans']).map(({ name }) => name)).toEqual(['plans', 'crash'])
  expect(() => groupsNamed(['crush'])).toThrowError(
    /no group "crush".*\n(.*\n)*.*crash +crash points of every scenario/,
  )
})

it('the time of tests is told by group and by file, the longest first', () => {
  const told = timesTable([
    { path: 'packages/engine/src/a.test.ts', tests: 2, seconds: 1 },
    { path: 'packages/engine/src/b.test.ts', tests: 3, seconds: 2.5 },
    { path: 'test/crash/c.test.ts', tests: 1, seconds: 9 },
  ])
  expect(told.split('\n')).toEqual([
    'Time of tests by group:',
    '    9.0 s  crash (1 tests in 1 files)',
    '    3.5 s  engine (5 tests in 2 files)',
    'The twenty slowest files:',
    '    9.0 s  test/crash/c.test.ts',
    '    2.5 s  packages/engine/src/b.test.ts',
    '    1.0 s  packages/engine/src/a.test.ts',
  ])
})
