/** @typedef {import('../mutants.mjs').Mutant} Mutant */

const demo = 'demo/src'
const words = 'test/journeys/state-words.test.ts'
const steady = 'test/journeys/steady-reading.e2e.test.ts'

/**
 * The demo's header and its notices.
 *
 * @type {readonly Mutant[]}
 */
export const demoMutants = [
  {
    name: 'a notice moves the text',
    promise: 'a steady text',
    file: `${demo}/styles/notices.css`,
    find: '--below: 16rem;',
    replace: 'padding-block-start: 4rem;',
    tests: [],
    deep: [steady],
  },
  {
    name: 'the sign takes a row from the text on a phone',
    promise: 'a steady text',
    file: `${demo}/styles/shell.css`,
    find: '    block-size: 0;\n',
    replace: '',
    tests: [],
    deep: [steady],
  },
  {
    name: 'the sign of a sync that failed says that all is well',
    promise: 'honest words',
    file: `${demo}/sync/sync-line.ts`,
    find: "return { kind: 'problem', line: [...age, message].join(' · '), next }",
    replace: "return { kind: 'current', line: [...age, message].join(' · '), next }",
    tests: [words],
  },
  {
    name: 'a screen reader hears nothing of a sync that failed',
    promise: 'honest words',
    file: `${demo}/shell/SyncState.tsx`,
    find: "new Set(['problem', 'stale'])",
    replace: 'new Set()',
    tests: [],
    deep: [steady],
  },
  {
    name: 'a notice that was put away stays',
    promise: 'a steady text',
    file: `${demo}/shell/SyncState.tsx`,
    find: '!quiet && !away.has(id)',
    replace: '!quiet',
    tests: [],
    deep: [steady],
  },
]
