const sandbox = 'packages/sandbox/src'

/** The service in a box: what it does otherwise than the service, no test of a reader would show. */

/** @type {readonly import('../mutants.mjs').Mutant[]} */
export const sandboxMutants = [
  {
    name: 'the sandbox deletes a bookmark that a collection has',
    promise: 'the sandbox does as the service documents',
    file: `${sandbox}/user/collections/collections.ts`,
    find: 'if (this.membershipOf(bookmark).collectionsCount === 0) this.#bookmarks.release(bookmark)',
    replace: 'this.#bookmarks.release(bookmark)',
    tests: [`${sandbox}/user/bookmarks/bookmarks.test.ts`],
  },
  {
    name: 'the sandbox takes isReading null for absent',
    promise: 'the sandbox does as the service documents',
    file: `${sandbox}/user/bookmarks/bookmarks.ts`,
    find: 'if (isReading === false || isReading === null) {',
    replace: 'if (isReading === false) {',
    tests: [`${sandbox}/user/bookmarks/bookmarks.test.ts`],
  },
  {
    name: 'the sandbox forgets where a user reads once no collection has it',
    promise: 'the sandbox does as the service documents',
    file: `${sandbox}/user/bookmarks/bookmarks.ts`,
    find: 'if (!standalone && !isReading)',
    replace: 'if (!standalone)',
    tests: [`${sandbox}/user/bookmarks/bookmarks.test.ts`],
  },
  {
    name: 'the sandbox leaves an orphan where the reading mark was',
    promise: 'the sandbox does as the service documents',
    file: `${sandbox}/user/bookmarks/routes.ts`,
    find: 'if (former) collections.releaseOrphan(former)',
    replace: '',
    tests: [`${sandbox}/user/bookmarks/bookmarks.test.ts`],
  },
  {
    name: 'segments of a chapter begin anew with each verse',
    promise: 'segments fit the sound',
    file: `${sandbox}/content/recitations.ts`,
    find: '[word, from + start, from + end]',
    replace: '[word, start, end]',
    tests: [`${sandbox}/content/recordings.test.ts`],
  },
  {
    name: 'all verses of a recording sound alike',
    promise: 'segments fit the sound',
    file: `${sandbox}/content/recordings.ts`,
    find: '((verse.number - 1) % 24)',
    replace: '0',
    tests: [`${sandbox}/content/recordings.test.ts`],
  },
  {
    name: 'the sandbox answers a part of another version of a file',
    promise: 'files are served as hosts do',
    file: `${sandbox}/http/file-answer.ts`,
    find: 'version === null || version === etag || version === lastModified',
    replace: 'version !== undefined',
    tests: [`${sandbox}/http/file-answer.test.ts`],
  },
  {
    name: 'the sandbox answers a part behind the end of a file with the whole',
    promise: 'files are served as hosts do',
    file: `${sandbox}/http/file-answer.ts`,
    find: 'return part.from < length ? part : null',
    replace: 'return part.from < length ? part : undefined',
    tests: [`${sandbox}/http/file-answer.test.ts`],
  },
  {
    name: 'a host of the sandbox never loses its CORS headers',
    promise: 'faults happen',
    file: `${sandbox}/faults/body-effects.ts`,
    find: 'if (value === null) headers.delete(name)',
    replace: 'if (value === null) continue',
    tests: [`${sandbox}/http/files.test.ts`],
  },
]
