import { parseFilter } from '@waraq/protocol'
import { describe, expect, it } from 'vitest'
import { floorOf, isOvertaken, isUpToDate, isWanted, isWhole } from './local-resource.ts'
import type { LocalResource, PlanInput } from './plan-types.ts'
import { local, now } from './plan.test-support.ts'

const ref = { group: 'translations', id: 20 }

/** The input of the functions under test; its batch has the bound 20. */
function input(rest: Partial<PlanInput> = {}): PlanInput {
  return {
    mode: 'incremental',
    filter: parseFilter('translations:20'),
    upTo: 20,
    set: { id: 7, openedAtCommit: 3 },
    local: new Map(),
    listed: new Set(),
    listedElsewhere: new Set(),
    others: [],
    covered: 100,
    confirmedKeyRules: new Set(),
    now,
    ...rest,
  }
}

const answered404 = local({ status: 'unavailable', probedAt: now, asOf: 20 })

describe('a local resource', () => {
  it.each<[string, LocalResource | undefined, boolean]>([
    ['here', local(), true],
    ['that is not here', undefined, false],
    ['that is unavailable', local({ status: 'unavailable' }), false],
    ['found damaged', local({ needsSnapshot: 'damage' }), false],
    ['to be fetched anew', local({ needsSnapshot: 'resync' }), false],
  ])('%s: is it whole?', (_, resource, expected) => expect(isWhole(resource)).toBe(expected))

  it.each<[string, LocalResource | undefined, Partial<PlanInput>, boolean]>([
    ['as of the bound', local({ asOf: 20 }), {}, true],
    ['as of later than the bound', local({ asOf: 21 }), {}, true],
    ['as of before the bound', local({ asOf: 19 }), {}, false],
    ['as of a bound that no subscription has', local({ asOf: 101 }), {}, false],
    ['that is not here', undefined, {}, false],
    ['that needs a snapshot', local({ asOf: 20, needsSnapshot: 'damage' }), {}, false],
    ['that answered 404, for a set of changes', answered404, {}, true],
    ['that answered 404, for a bootstrap', answered404, { mode: 'bootstrap' }, false],
    ['that answered 404 to this bootstrap', { ...answered404, installedBy: 7 }, { mode: 'bootstrap' }, true],
    ['that the feed withdrew', { ...answered404, probedAt: null }, { mode: 'bootstrap' }, true],
  ])('%s: has it what the batch says?', (_, resource, rest, expected) =>
    expect(isUpToDate(resource, input(rest))).toBe(expected),
  )

  it('is wanted where a 404 alone made it unavailable', () => {
    expect(isWanted(answered404)).toBe(true)
    expect(isWanted(local({ status: 'unavailable', probedAt: null }))).toBe(false)
    expect(isWanted(local({ probedAt: now }))).toBe(false)
  })

  it.each<[string, LocalResource | undefined, boolean]>([
    [
      'by another set, later than this batch was opened',
      local({ installedAtCommit: 4, installedBy: 8 }),
      true,
    ],
    ['before the batch was opened', local({ installedAtCommit: 3, installedBy: 8 }), false],
    ['by the batch itself', local({ installedAtCommit: 4, installedBy: 7 }), false],
    ['never', undefined, false],
  ])('installed %s: does it overtake the batch?', (_, resource, expected) =>
    expect(isOvertaken(resource, input())).toBe(expected),
  )
})

describe('the least sequence of an acceptable snapshot', () => {
  const others = (filter: string, sequence: number) => [{ filter: parseFilter(filter), sequence }]

  it.each<[string, LocalResource | undefined, PlanInput['others'], number]>([
    ['is the bound', undefined, [], 20],
    ['is not before what was committed', local({ asOf: 30 }), [], 30],
    ['is not before the snapshot that is here', local({ snapshotSequence: 31 }), [], 31],
    ['is not before what another token covers', local(), others('translations:*', 32), 32],
    ['does not go by tokens of other resources', local(), others('translations:131', 32), 20],
    ['does not go by older tokens', local(), others('translations:*', 12), 20],
    [
      'is the bound alone where the sequences began anew',
      local({ needsSnapshot: 'restarted', asOf: 30 }),
      others('translations:20', 32),
      20,
    ],
    [
      'goes by what is here where a resync was asked for',
      local({ needsSnapshot: 'resync', asOf: 30 }),
      [],
      30,
    ],
    ['goes by what is here where it is damaged', local({ needsSnapshot: 'damage', asOf: 30 }), [], 30],
  ])('%s', (_, resource, covering, expected) =>
    expect(floorOf(ref, resource, input({ others: covering }))).toBe(expected),
  )
})
