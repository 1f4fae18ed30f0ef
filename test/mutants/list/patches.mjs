/** @typedef {import('../mutants.mjs').Mutant} Mutant */

const store = 'packages/waraq/src/store'
const layers = [`${store}/layers.test.ts`]
const fold = [`${store}/fold.test.ts`]
const reads = ['packages/waraq/src/store/read/database-reads.test.ts']
const commit = ['packages/waraq/src/sync/run/committing.test.ts']

/**
 * Patches over a directory, and folding.
 *
 * @type {readonly Mutant[]}
 */
export const patchMutants = [
  {
    name: 'an older patch is laid over a newer one',
    promise: 'no going back',
    file: `${store}/layers.ts`,
    find: 'for (const [layer, { decides }] of all.entries()) {',
    replace: 'for (const [layer, { decides }] of [...all.entries()].reverse()) {',
    tests: layers,
  },
  {
    name: 'a patch removes nothing',
    promise: 'deletes hold',
    file: `${store}/layers.ts`,
    find: 'for (const key of keys.removed) decided.set(key, removed)',
    replace: 'void removed',
    tests: layers,
  },
  {
    name: 'a key list is cut short',
    promise: 'atomic publication',
    file: `${store}/layers.ts`,
    find: 'for (const key of keys.upserted) decided',
    replace: 'for (const key of keys.upserted.slice(1)) decided',
    tests: layers,
  },
  {
    name: 'the key list is not part of the digest',
    promise: 'count and digest',
    file: `${store}/directory.ts`,
    find: 'digestOfDigests(decides === undefined ? digests : [...digests, digestOf(decides)])',
    replace: 'digestOfDigests(digests)',
    tests: layers,
  },
  {
    name: 'the layers of another commit are taken for these',
    promise: 'one view, one commit',
    file: `${store}/directory.ts`,
    find: 'return layersKept(one, other) === layersOf(other).length',
    replace: 'return layersKept(one, other) !== undefined',
    tests: reads,
  },
  {
    name: 'a reader shows what a patch replaced',
    promise: 'atomic publication',
    file: 'packages/waraq/src/store/read/database-reads.ts',
    find: 'inRange(locator, range) && layerOf(layers, key) === layer',
    replace: 'inRange(locator, range) && layerOf(layers, key) >= layer',
    tests: reads,
  },
  {
    name: 'a row is looked for below the patch that removed it',
    promise: 'deletes hold',
    file: 'packages/waraq/src/store/read/database-reads.ts',
    find: 'layerOf(layers, recordKey) === layer ? segmentsWithKey',
    replace: 'layerOf(layers, recordKey) <= layer ? segmentsWithKey',
    tests: reads,
  },
  {
    name: 'a segment with a gap is taken to hold each key',
    promise: 'count and digest',
    file: `${store}/locate-keys.ts`,
    find: '=== count - 1',
    replace: '>= count - 1',
    tests: [`${store}/locate-keys.test.ts`],
  },
  {
    name: 'a fold loses a removal',
    promise: 'deletes hold',
    file: `${store}/rewrite.ts`,
    find: 'for (const key of decodeKeys(patch.decides!).removed) merged.set(key, null)',
    replace: 'void decodeKeys',
    tests: fold,
  },
  {
    name: 'a fold lays patches in the wrong order',
    promise: 'no going back',
    file: `${store}/rewrite.ts`,
    find: 'for (const patch of patches) {',
    replace: 'for (const patch of patches.reverse()) {',
    tests: fold,
  },
  {
    name: 'changes that are worked in at once are lost where patches lie there',
    promise: 'no lost change',
    file: `${store}/rewrite.ts`,
    find: '  for (const [key, data] of changes) merged.set(key, data)\n  return merged',
    replace: '  return merged',
    tests: commit,
  },
  {
    name: 'a fold raises the count of commits',
    promise: 'one view, one commit',
    file: `${store}/fold.ts`,
    find: '    await db.drafts.delete(draft.id)\n',
    replace:
      "    await db.drafts.delete(draft.id)\n    await db.meta.put({ key: 'counters', drafts: draft.id, commits: 999 })\n",
    tests: fold,
  },
  {
    name: 'a fold wakes live queries',
    promise: 'a fold is seen by none',
    file: `${store}/fold.ts`,
    find: 'unobserved(db.resources).put(withDigest({ ...resource, directories }))',
    replace: 'await db.resources.put({ ...resource, directories })',
    tests: fold,
  },
  {
    name: 'a fold replaces what was committed meanwhile',
    promise: 'no going back',
    file: `${store}/fold.ts`,
    find: 'if (!resource?.directories.some((each) => isSameRef(each, ref))) return',
    replace: 'if (!resource) return',
    tests: fold,
  },
  {
    name: 'a fold of fewer rows is committed',
    promise: 'count and digest',
    file: `${store}/fold.ts`,
    find: 'if (rowCount([folded]) !== rowCount([ref])) throw new DamageError(ref.id)',
    replace: 'void rowCount',
    tests: fold,
  },
  {
    name: 'folded patches are never collected',
    promise: 'bounded storage',
    file: `${store}/fold.ts`,
    find: '    await db.garbage.bulkAdd(garbageOf(resource.directories, directories))\n',
    replace: '    void garbageOf\n',
    tests: fold,
  },
  {
    name: 'patches of a resource that goes are left behind',
    promise: 'bounded storage',
    file: `${store}/garbage.ts`,
    find: 'return layerIds([old]).flatMap(',
    replace: 'return [old.id].flatMap(',
    tests: fold,
  },
  {
    name: 'the store is not looked through for lost patches',
    promise: 'count and digest',
    file: `${store}/check.ts`,
    find: 'const layers = resource.directories.flatMap(layersOf)',
    replace: 'const layers = resource.directories.map((ref) => layersOf(ref)[0]!)',
    tests: ['packages/waraq/src/sync/scenarios/damage.test.ts'],
  },
  {
    name: 'two commits number their patches alike',
    promise: 'atomic publication',
    file: 'packages/waraq/src/sync/run/committing.ts',
    find: 'counters.drafts + (isOwnDraft ? 1 : 0)',
    replace: 'counters.drafts',
    tests: ['packages/waraq/src/sync/run/committing.test.ts'],
  },
]
