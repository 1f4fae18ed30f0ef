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
