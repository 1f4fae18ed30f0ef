import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { expect, it } from 'vitest'
import { root, testsOf } from './sources.ts'

/**
 * Each file of tests belongs to one project of Vitest. A project whose pattern finds nothing is no error to Vitest: when packages
 * were moved, the tests in Chromium ran no more, and every command stayed green.
 */

const everything = { WARAQ_DEEP: '1', WARAQ_AFTER_TEST: '', WARAQ_LEFT_OUT: '', WARAQ_BROWSERS: '' }

it('each file of tests is run, by one project', { timeout: 120_000 }, () => {
  const listed = execFileSync(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'list', '--filesOnly', '--json'],
    { cwd: root, env: { ...process.env, ...everything }, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
  const files = JSON.parse(listed.slice(listed.indexOf('['))) as { readonly file: string }[]
  const run = files.map(({ file }) => file.slice(root.length + 1)).sort()
  expect(run).toEqual(['packages', 'test'].flatMap(testsOf).sort())
})
