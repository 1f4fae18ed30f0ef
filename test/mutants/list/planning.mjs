/** @typedef {import('../mutants.mjs').Mutant} Mutant */

const engine = 'packages/engine/src'
const plan = ['plan', 'plan-mentioned', 'plan-unmentioned', 'local-resource', 'key-rules', 'mutations'].map(
  (name) => `${engine}/run/${name}.test.ts`,
)
const sync = [`${engine}/scenarios/sync.test.ts`]
const damage = [`${engine}/scenarios/damage.test.ts`]

/**
 * What a page set means for each resource.
 *
 * @type {readonly Mutant[]}
 */
export const planningMutants = [
  {
    name: 'changes are not sorted',
    promise: 'feed order',
    file: `${engine}/run/mutations.ts`,
    find: 'return [...seen.values()].sort((a, b) => a.sequence - b.sequence)',
    replace: 'return [...seen.values()]',
    tests: plan,
  },
  {
    name: 'two rows for one change are not noticed',
    promise: 'validated before reachable',
    file: `${engine}/run/mutations.ts`,
    find: 'else if (JSON.stringify(twin.data ?? null) !== JSON.stringify(mutation.data ?? null)) {',
    replace: 'else if (twin === undefined) {',
    tests: plan,
  },
  {
    name: 'the base is ignored',
    promise: 'idempotence',
    file: `${engine}/run/plan-mentioned.ts`,
    find: 'const fresh = changes.filter((change) => change.sequence > base)',
    replace: 'const fresh = changes.filter((change) => change.sequence > base || true)',
    tests: plan,
  },
  {
    name: 'the first reset decides instead of the last',
    promise: 'feed order',
    file: `${engine}/run/plan-mentioned.ts`,
    find: 'const reset = fresh.findLast(isReset)',
    replace: 'const reset = fresh.find(isReset)',
    tests: plan,
  },
  {
    name: 'a delete is taken for an invalidation',
    promise: 'deletes hold',
    file: `${engine}/run/plan-mentioned.ts`,
    find: "if (reset?.type === 'RESOURCE_DELETE') {",
    replace: "if (reset?.type === 'RESOURCE_REMOVE') {",
    tests: plan,
  },
  {
    name: 'row changes of an absent resource are dropped',
    promise: 'no lost change',
    file: `${engine}/run/plan-mentioned.ts`,
    find: "if (!isWhole(local)) return fetch('not_installed')",
    replace: 'if (!isWhole(local)) return null',
    tests: plan,
  },
  {
    name: 'any record key is believed',
    promise: 'self-healing',
    file: `${engine}/run/plan-mentioned.ts`,
    find: "if (!rowChangeFits(change, rules, input.missingRows)) return fetch('key_rule')",
    replace: '',
    tests: plan,
  },
  {
    name: 'a row that no reader could use is applied',
    promise: 'validated before reachable',
    file: `${engine}/run/plan-mentioned.ts`,
    find: "if (data !== null && unfitField(recordType, data) !== undefined) return fetch('incomplete_change')",
    replace: '',
    tests: plan,
  },
  {
    name: 'as-of is ignored: an older set is applied again',
    promise: 'no going back',
    file: `${engine}/run/local-resource.ts`,
    find: 'if (!local || local.owes !== null || local.asOf < input.bound) return false',
    replace: 'if (!local || local.owes !== null || local.asOf >= 0) return false',
    tests: plan,
  },
  {
    name: 'a snapshot only has to reach the bound',
    promise: 'no going back',
    file: `${engine}/run/local-resource.ts`,
    find: 'Math.max(input.bound, local?.asOf ?? 0, local?.snapshotSequence ?? 0, ...vouched)',
    replace: 'Math.max(input.bound, ...vouched)',
    tests: plan,
  },
  {
    name: 'a set that was overtaken is applied',
    promise: 'no going back',
    file: `${engine}/run/local-resource.ts`,
    find: 'local.installedAtCommit > set.openedAtCommit &&',
    replace: 'local.installedAtCommit < 0 &&',
    tests: plan,
  },
  {
    name: 'an address of another resource is followed',
    promise: 'nothing is removed unasked',
    file: `${engine}/run/plan-mentioned.ts`,
    find: '(`/snapshots/${ref.group}/${ref.id}`) ? given : null',
    replace: '(`/snapshots/${ref.group}/${ref.id}`) ? given : given',
    tests: plan,
  },
  {
    name: 'only what the set mentions can overtake it',
    promise: 'no going back',
    file: `${engine}/run/plan.ts`,
    find: '  if (items.some(({ key }) => isOvertaken(input.local.get(key), input))) return abandoned\n',
    replace: '',
    tests: plan,
  },
  {
    name: 'what another token vouches for does not count',
    promise: 'no going back',
    file: `${engine}/run/local-resource.ts`,
    find: ', ...vouched)',
    replace: ')',
    tests: plan,
  },
  {
    name: 'what another subscription lists is removed',
    promise: 'filter isolation',
    file: `${engine}/run/plan-unmentioned.ts`,
    find: 'else if (input.listedElsewhere.has(key)) {',
    replace: 'else if (input.bound < 0) {',
    tests: plan,
  },
  {
    name: 'a group that the bootstrap lists nothing of is removed',
    promise: 'no failure removes',
    file: `${engine}/run/plan-unmentioned.ts`,
    find: "} else if (emptyGroups.has(ref.group)) items.push(fetch('group_not_listed', false))\n      else if",
    replace: '} else if',
    tests: [...plan, ...sync],
  },
  {
    name: 'ids that the bootstrap leaves out are not asked for',
    promise: 'self-healing',
    file: `${engine}/run/plan-unmentioned.ts`,
    find: "if (explicit) items.push(fetch('not_listed', false))\n      else if",
    replace: 'if',
    tests: plan,
  },
  {
    name: 'a 404 is never asked again',
    promise: 'no lost change',
    file: `${engine}/run/plan-unmentioned.ts`,
    find: 'Math.abs(input.now - local.probedAt!) >= probeEveryMs',
    replace: 'input.now < 0',
    tests: plan,
  },
  {
    name: 'a lost record is not missed',
    promise: 'checkpoint with its data',
    file: `${engine}/run/plan-unmentioned.ts`,
    find: "if (input.listed.has(key)) items.push(fetch('damage', false))",
    replace: '',
    tests: plan,
  },
  {
    name: 'deletes need no confirmed rule',
    promise: 'self-healing',
    file: `${engine}/run/key-rules.ts`,
    find: 'return !missingRows.has(rowIdentity(mutation))',
    replace: 'return true',
    tests: plan,
  },
  {
    name: 'a resource that is fetched anew is looked into all the same',
    promise: 'every run ends',
    file: `${engine}/run/planning.ts`,
    find: 'if (!resource || resource.owes !== null) return false',
    replace: 'if (!resource) return false',
    tests: damage,
  },
]
