import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { problemOf } from './publish.mjs'

it.each([
  [{}, undefined],
  [{ waiting: 2 }, '2 changesets wait'],
  [{ tag: 'v1.1.0' }, 'have the version 1.2.0, the tag is v1.1.0'],
  [{ tag: undefined }, 'the tag is undefined'],
  [{ repository: undefined }, 'names no repository'],
  [{ repository: 'https://example.org/a/b' }, 'names no repository'],
])('a release of 1.2.0 with %o', (given, said) => {
  const problem = problemOf({ tag: 'v1.2.0', version: '1.2.0', repository: 'an/owner', waiting: 0, ...given })
  if (said === undefined) expect(problem).toBeUndefined()
  else expect(problem).toContain(said)
})

it('as a command publishes nothing under the tag of another version, and says why', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [fileURLToPath(new URL('publish.mjs', import.meta.url))],
    { env: { ...process.env, GITHUB_REF_NAME: 'v0.0.0', GITHUB_REPOSITORY: 'an/owner' }, encoding: 'utf8' },
  )
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toMatch(/^The packages have the version .*, the tag is v0\.0\.0\.\n$|^\d+ changesets wait/)
})
