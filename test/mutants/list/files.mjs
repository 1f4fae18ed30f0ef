/** @typedef {import('../mutants.mjs').Mutant} Mutant */

const files = 'packages/waraq/src/files'
const recordings = 'packages/waraq/src/quran/recordings'
const played = `${recordings}/recordings.test.ts`

/**
 * Files kept with rows.
 *
 * @type {readonly Mutant[]}
 */
export const fileMutants = [
  {
    name: 'a cut file goes on with the part of another',
    promise: 'files as their rows say',
    file: 'packages/waraq/src/client/files/file-head.ts',
    find: '  if (next.version === null || next.version !== head.version) return undefined\n',
    replace: '',
    tests: ['packages/waraq/src/client/files/file-head.test.ts'],
  },
  {
    name: 'a web page that calls itself audio is kept',
    promise: 'files as their rows say',
    file: `${files}/fetch-file.ts`,
    find: "    if (type === null) throw fileMismatch('kind')\n    this.#type = type",
    replace: "    this.#type = type ?? 'audio/mpeg'",
    tests: [played],
  },
  {
    name: 'parts of an earlier answer stay beside those of the next',
    promise: 'files as their rows say',
    file: `${files}/fetch-file.ts`,
    find: '    await this.discard()\n  }',
    replace: '  }',
    tests: [played],
  },
  {
    name: 'a pause of the engine does not end downloads',
    promise: 'resumes where it stopped',
    file: `${files}/files.ts`,
    find: '      if (followed.isPaused && before?.isPaused === false) this.#end(state, () => true, downloadsPaused)\n',
    replace: '',
    tests: [played],
  },
  {
    name: 'files are fetched although the person saves data',
    promise: 'least grant',
    file: `${files}/options.ts`,
    find: 'heeds && readConditions(navigator).saveData === true',
    replace: 'heeds && readConditions(navigator).saveData === null',
    tests: [played],
  },
  {
    name: 'what another tab wants is forgotten when files are counted',
    promise: 'honest status',
    file: `${files}/files-entry.ts`,
    find: 'return before && isKept ? { parts: before.parts, ...counts } : before',
    replace: "return before && isKept ? { parts: 'all', ...counts } : before",
    tests: [`${files}/files-entry.test.ts`],
  },
  {
    name: 'files stay when their resource goes',
    promise: 'files as their rows say',
    file: 'packages/waraq/src/store/files-record.ts',
    find: "records[index]?.status !== 'installed'",
    replace: "records[index]?.status === 'gone'",
    tests: ['packages/waraq/src/store/remove-files.test.ts'],
  },
]
