/** @typedef {import('../mutants.mjs').Mutant} Mutant */

const store = 'packages/waraq/src/store'
const layers = [`${store}/layers.test.ts`]
const compact = [`${store}/compaction.test.ts`]
const reads = ['packages/waraq/src/store/read/database-reads.test.ts']
const commit = ['packages/waraq/src/sync/run/committing.test.ts']

/**
 * Deltas over a manifest, and compacting.
 *
 * @type {readonly Mutant[]}
 */
export const deltaMutants = [
  {
    name: 'an older delta is laid over a newer one',
    promise: 'no going back',
    file: `${store}/layers.ts`,
    find: 'for (const [layer, { decides }] of all.entries()) {',
    replace: 'for (const [layer, { decides }] of [...all.entries()].reverse()) {',
    tests: layers,
  },
  {
    name: 'a delta removes nothing',
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
    file: `${store}/manifest.ts`,
    find: 'digestOfDigests(decides === undefined ? digests : [...digests, digestOf(decides)])',
    replace: 'digestOfDigests(digests)',
    tests: layers,
  },
  {
    name: 'the layers of another commit are taken for these',
    promise: 'one view, one commit',
    file: `${store}/manifest.ts`,
    find: 'return layersKept(one, other) === layersOf(other).length',
    replace: 'return layersKept(one, other) !== undefined',
    tests: reads,
  },
  {
    name: 'a reader shows what a delta replaced',
    promise: 'atomic publication',
    file: 'packages/waraq/src/store/read/database-reads.ts',
    find: 'inRange(locator, range) && layerOf(layers, key) === layer',
    replace: 'inRange(locator, range) && layerOf(layers, key) >= layer',
    tests: reads,
  },
  {
    name: 'a row is looked for below the delta that removed it',
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
    name: 'a compaction loses a removal',
    promise: 'deletes hold',
    file: `${store}/rewrite.ts`,
    find: 'for (const key of decodeKeys(delta.decides!).removed) merged.set(key, null)',
    replace: 'void decodeKeys',
    tests: compact,
  },
  {
    name: 'a compaction lays deltas in the wrong order',
    promise: 'no going back',
    file: `${store}/rewrite.ts`,
    find: 'for (const delta of deltas) {',
    replace: 'for (const delta of deltas.reverse()) {',
    tests: compact,
  },
  {
    name: 'changes that are worked in at once are lost where deltas lie there',
    promise: 'no lost change',
    file: `${store}/rewrite.ts`,
    find: '  for (const [key, data] of changes) merged.set(key, data)\n  return merged',
    replace: '  return merged',
    tests: commit,
  },
  {
    name: 'a compaction raises the count of commits',
    promise: 'one view, one commit',
    file: `${store}/compaction.ts`,
    find: '    await db.stagings.delete(staging.id)\n',
    replace:
      "    await db.stagings.delete(staging.id)\n    await db.meta.put({ key: 'counters', stagings: staging.id, commits: 999 })\n",
    tests: compact,
  },
  {
    name: 'a compaction wakes live queries',
    promise: 'a compaction is seen by none',
    file: `${store}/compaction.ts`,
    find: 'unobserved(db.resources).put(withDigest({ ...resource, manifests }))',
    replace: 'await db.resources.put({ ...resource, manifests })',
    tests: compact,
  },
  {
    name: 'a compaction replaces what was committed meanwhile',
    promise: 'no going back',
    file: `${store}/compaction.ts`,
    find: 'if (!resource?.manifests.some((each) => isSameRef(each, ref))) return',
    replace: 'if (!resource) return',
    tests: compact,
  },
  {
    name: 'a compaction of fewer rows is committed',
    promise: 'count and digest',
    file: `${store}/compaction.ts`,
    find: 'if (rowCount([compacted]) !== rowCount([ref])) throw new DamageError(ref.id)',
    replace: 'void rowCount',
    tests: compact,
  },
  {
    name: 'compacted deltas are never collected',
    promise: 'bounded storage',
    file: `${store}/compaction.ts`,
    find: '    await db.garbage.bulkAdd(garbageOf(resource.manifests, manifests))\n',
    replace: '    void garbageOf\n',
    tests: compact,
  },
  {
    name: 'deltas of a resource that goes are left behind',
    promise: 'bounded storage',
    file: `${store}/garbage.ts`,
    find: 'return layerIds([old]).flatMap(',
    replace: 'return [old.id].flatMap(',
    tests: compact,
  },
  {
    name: 'the store is not looked through for lost deltas',
    promise: 'count and digest',
    file: `${store}/check.ts`,
    find: 'const layers = resource.manifests.flatMap(layersOf)',
    replace: 'const layers = resource.manifests.map((ref) => layersOf(ref)[0]!)',
    tests: ['packages/waraq/src/sync/scenarios/damage.test.ts'],
  },
  {
    name: 'two commits number their deltas alike',
    promise: 'atomic publication',
    file: 'packages/waraq/src/sync/run/committing.ts',
    find: 'counters.stagings + (isOwnStaging ? 1 : 0)',
    replace: 'counters.stagings',
    tests: ['packages/waraq/src/sync/run/committing.test.ts'],
  },
]
