import { restoredError } from '@waraq/protocol'
import { describe, expect, it } from 'vitest'
import {
  newSubscription,
  type LastRun,
  type ResourceRecord,
  type SubscriptionRecord,
} from '../../store/records.ts'
import { currentRun } from './context.test-support.ts'
import {
  askedTogether,
  endsSharing,
  filterToShare,
  hasOwnToken,
  isRefused,
  sharingLimits,
  takingTokens,
  unionOf,
  type OfferedToken,
} from './sharing.ts'

const hour = 60 * 60 * 1000
const now = 1_000 * hour

const ran = (rest: Partial<LastRun> = {}): LastRun => ({ ...currentRun, ...rest })

/** Current at 10, with all that it asks for by id. */
function record(filter: string, rest: Partial<SubscriptionRecord> = {}): SubscriptionRecord {
  const listed = unionOf([filter]).groups.flatMap(({ group, ids }) =>
    (ids === '*' ? [1] : ids).map((id) => `${group}:${id}` as const),
  )
  return {
    ...newSubscription(filter, 0),
    token: `own ${filter}`,
    sequence: 10,
    committedUpTo: 10,
    listed,
    lastRun: ran(),
    ...rest,
  }
}

const wide = 'tafsirs:1;translations:1,2'
const shared = { filter: wide, token: 'T' }
const [tafsir, first, second] = ['tafsirs:1', 'translations:1', 'translations:2'] as const
const three = [tafsir, first, second]

describe('what one run asks for', () => {
  const lead = record(tafsir, { shared })
  it.each<[string, SubscriptionRecord, SubscriptionRecord[], string[], boolean]>([
    ['one with its own token, alone', record(tafsir), [record(first)], [tafsir], false],
    ['those with the same token', lead, [record(first, { shared }), record(second)], [tafsir, first], true],
    ['one whose token no other subscription has any more', lead, [record(first)], [tafsir], true],
    [
      'not one with another token of the filter',
      lead,
      [record(first, { shared: { ...shared, token: 'U' } })],
      [tafsir],
      true,
    ],
    [
      'the one whose own token it is, too',
      record(wide, { token: 'T' }),
      [record(first, { shared })],
      [wide, first],
      true,
    ],
    ['not one to be fetched anew', lead, [record(first, { shared, resync: true })], [tafsir], true],
    [
      'one to be fetched anew, alone',
      record(tafsir, { shared, resync: true }),
      [record(first, { shared })],
      [tafsir],
      false,
    ],
    [
      'one that begins anew because its feed was too large, alone',
      record(tafsir, { shared, lastRun: ran({ errorCode: 'feed_too_large' }) }),
      [record(first, { shared })],
      [tafsir],
      false,
    ],
    ['one without a token, alone', record(tafsir, { token: null, shared }), [], [tafsir], false],
  ])('is %s', (_, one, others, filters, shares) => {
    expect(askedTogether(one, others)).toEqual({ filters, shares, lastRun: one.lastRun })
  })
})

describe('the filter that a token is asked for', () => {
  const all = three.map((filter) => record(filter))
  const allShared = three.map((filter) => record(filter, { shared }))
  const sharing = (notBefore: number) => ({ key: 'sharing', notBefore }) as const
  const but = (rest: Partial<SubscriptionRecord>) => [...all.slice(0, 2), record(second, rest)]
  const ofTwo = 'tafsirs:1;translations:1'
  it.each<[string, readonly SubscriptionRecord[], number | null, string | null]>([
    ['is that of all', all, null, wide],
    ['is none where there is one subscription', all.slice(0, 1), null, null],
    ['is none where all share one', allShared, null, null],
    [
      'is none where they share one with different tokens',
      [record(tafsir, { shared: { ...shared, token: 'U' } }), ...allShared.slice(1)],
      null,
      null,
    ],
    ['is that of all where one does not share yet', [...allShared.slice(0, 2), record(second)], null, wide],
    ['leaves out what was dropped', allShared.slice(0, 2), null, ofTwo],
    [
      'does not, where a wider one asks for it',
      [...allShared.slice(0, 2), record('translations:*', { token: null })],
      null,
      null,
    ],
    [
      'leaves out one that is not current',
      but({ lastRun: ran({ outcome: 'partial', errorCode: 'timeout' }) }),
      null,
      ofTwo,
    ],
    ['leaves out one to be fetched anew', but({ resync: true }), null, ofTwo],
    ['leaves out a new one', but({ createdAt: now - hour + 1 }), null, ofTwo],
    [
      'does not wait for the time of a clock that was set back',
      but({ createdAt: now + 9 * hour }),
      null,
      wide,
    ],
    ['leaves out one that has nothing of an id', but({ listed: [] }), null, ofTwo],
    [
      'leaves out one that has nothing of a group',
      [...all.slice(0, 2), record('articles:*', { listed: [] })],
      null,
      ofTwo,
    ],
    ['waits', all, now + 1, null],
    ['waits a day at most', all, now + 24 * hour + 1, wide],
    ['does not wait for what is over', all, now, wide],
    [
      'is that of one that asks for all of it',
      [record('translations:*'), record(first)],
      null,
      'translations:*',
    ],
  ])('%s', (_, subscriptions, notBefore, filter) => {
    const known = { subscriptions, sharing: notBefore === null ? undefined : sharing(notBefore) }
    expect(filterToShare(known, now)).toBe(filter)
  })
  it('has room in an address: one that is too long is passed over, and others go in', () => {
    const usual = sharingLimits.filterLength
    sharingLimits.filterLength = encodeURIComponent(ofTwo).length
    try {
      const long = record('mushafs:1,2,3,4,5,6,7', { createdAt: 1 })
      expect(
        filterToShare({ subscriptions: [all[0]!, long, ...all.slice(1)], sharing: undefined }, now),
      ).toBe(ofTwo)
    } finally {
      sharingLimits.filterLength = usual
    }
  })
})

describe('the token', () => {
  const offer: OfferedToken = { filter: wide, token: 'T', upTo: 10, listed: new Set(three) }
  const here = (key: string, rest: Partial<ResourceRecord> = {}): ResourceRecord => {
    const [group, id] = key.split(':')
    return {
      key,
      group,
      id: Number(id),
      status: 'installed',
      needsSnapshot: null,
      asOf: 5,
      probedAt: null,
      ...rest,
    } as ResourceRecord
  }
  const allHere = three.map((key) => here(key))
  const secondHere = (rest: Partial<ResourceRecord>) => [here(tafsir), here(first), here(second, rest)]
  const but = (rest: Partial<SubscriptionRecord>) => [record(tafsir), record(first), record(second, rest)]
  const two = [tafsir, first]
  it.each<
    [string, readonly SubscriptionRecord[], OfferedToken, readonly ResourceRecord[], readonly string[]]
  >([
    ['is taken by all that are at its bound', but({}), offer, allHere, three],
    ['or beyond it', but({ sequence: 11 }), offer, allHere, three],
    ['not by one before it', but({ sequence: 9 }), offer, allHere, two],
    [
      'not by one that is not current',
      but({ lastRun: ran({ outcome: 'interrupted' }) }),
      offer,
      allHere,
      two,
    ],
    ['not by one that is to be fetched anew', but({ resync: true }), offer, allHere, two],
    ['not by one that the filter is not for', [...but({}), record('translations:3')], offer, allHere, three],
    ['not by one that lists more', but({ listed: [second, 'translations:9'] }), offer, allHere, two],
    ['not where the list names what is not here', but({}), offer, allHere.slice(0, 2), two],
    ['not where that is damaged', but({}), offer, secondHere({ needsSnapshot: 'damage' }), two],
    ['not where it was withdrawn before', but({}), offer, secondHere({ status: 'unavailable' }), two],
    [
      'by one whose text was withdrawn since',
      but({}),
      offer,
      secondHere({ status: 'unavailable', asOf: 10 }),
      three,
    ],
    [
      'by one whose text was not found',
      but({}),
      offer,
      secondHere({ status: 'unavailable', probedAt: 1 }),
      three,
    ],
    ['by none where only one may', but({}).slice(1, 2), offer, allHere, []],
  ])('%s', (_, subscriptions, offered, resources, takers) => {
    const taking = takingTokens(subscriptions, offered, resources)
    expect(taking.map(({ filter }) => filter)).toEqual(takers)
    // The own token stays: it is asked with again where the service refuses the shared one.
    for (const each of taking) expect(each).toMatchObject({ token: `own ${each.filter}`, shared })
  })

  it('of one subscription that asks for all is its own', () => {
    const whole = record(wide, { sequence: 12 })
    const others = [record(tafsir, { sequence: 12 }), record(first)]
    expect(hasOwnToken(wide, [whole, ...others])).toBe(true)
    const taking = takingTokens([whole, ...others], wide, allHere)
    expect(taking).toEqual([
      { ...whole, shared: undefined },
      { ...others[0], shared: { filter: wide, token: whole.token } },
    ])
    expect(hasOwnToken(wide, [{ ...whole, shared }])).toBe(false)
    expect(takingTokens([{ ...whole, shared }, ...others], wide, allHere)).toEqual([])
  })
  it('that was asked for becomes the own one of the subscription that asks for all', () => {
    const [whole] = takingTokens([record(wide), record(tafsir)], offer, allHere)
    expect(whole).toMatchObject({ filter: wide, token: 'T', shared: undefined })
  })
  it('is that of the least bound where those of one filter differ', () => {
    const ahead = record(tafsir, { sequence: 12, shared: { ...shared, token: 'U' } })
    const behind = record(second, {
      sequence: 9,
      shared: { ...shared, token: 'S' },
      lastRun: ran({ outcome: 'partial' }),
    })
    const taking = takingTokens([ahead, record(first, { shared }), behind], null, allHere)
    expect(taking.map(({ filter, shared: has }) => [filter, has?.token])).toEqual([
      [tafsir, 'T'],
      [first, 'T'],
    ])
    expect(takingTokens([record(tafsir, { shared }), record(first, { shared })], null, allHere)).toEqual([])
  })
  it('is refused where one that is at its bound may not take it', () => {
    const all = three.map((filter) => record(filter))
    expect(isRefused(all, offer, all)).toBe(false)
    expect(isRefused(all, offer, all.slice(1))).toBe(true)
    expect(isRefused([record(tafsir, { sequence: 9 }), ...all.slice(1)], offer, all.slice(1))).toBe(false)
    expect(isRefused([...all, record('translations:3')], offer, all)).toBe(false)
  })
})

describe('a run that fails', () => {
  const error = (code: string) => restoredError({ code, message: code })
  const day = 24 * hour
  it.each<[string, boolean, string, 'failed' | 'interrupted' | 'partial', number, LastRun | null]>([
    ['invalid_resources', true, 'failed', 'failed', 0, null],
    ['resync_required', true, 'failed', 'failed', 0, null],
    ['feed_inconsistent', true, 'failed', 'failed', 3, null],
    ['feed_too_large', true, 'failed', 'failed', 3, null],
    ['internal', true, 'failed', 'failed', 3, null],
    ['feed_went_back', true, 'for one text', 'failed', 1, null],
    ['feed_went_back', false, 'for all of the feed', 'failed', 0, null],
    ['forbidden', false, 'for all', 'failed', 0, null],
    ['network', false, 'for all', 'interrupted', 0, ran({ errorCode: 'network', at: now - day })],
    ['storage_failed', false, 'for all', 'failed', 0, null],
    ['paused', false, 'for now', 'interrupted', 0, null],
    ['subscription_changed', false, 'for now', 'interrupted', 0, null],
    ['service_failed', false, 'once', 'interrupted', 0, null],
    [
      'service_failed',
      false,
      'for hours',
      'interrupted',
      0,
      ran({ errorCode: 'service_failed', at: now, since: now - day + 1 }),
    ],
    [
      'service_failed',
      true,
      'for a day',
      'interrupted',
      0,
      ran({ errorCode: 'service_failed', at: now, since: now - day }),
    ],
    [
      'service_failed',
      true,
      'for a day without a note of its begin',
      'interrupted',
      0,
      ran({ errorCode: 'service_failed', at: now - day }),
    ],
    [
      'service_failed',
      false,
      'otherwise than before',
      'interrupted',
      0,
      ran({ errorCode: 'timeout', at: now, since: now - day }),
    ],
    ['wrong_snapshot', false, 'at one text', 'partial', 1, null],
  ])('%s ends the sharing: %s (%s)', (code, ends, _, outcome, pages, lastRun) => {
    expect(endsSharing({ outcome, error: error(code) }, pages, lastRun, now)).toBe(ends)
  })
  it('and one that does not fail goes on', () => {
    expect(endsSharing({ outcome: 'current', error: null }, 1, null, now)).toBe(false)
  })
})
