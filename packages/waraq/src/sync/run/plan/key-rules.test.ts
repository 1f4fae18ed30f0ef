import type { Mutation } from '@waraq/protocol'
import { describe, expect, it } from 'vitest'
import {
  change,
  inputOf,
  items,
  local,
  planOf,
  row,
  reported,
  type InputOptions,
} from './plan.test-support.ts'
import { BatchReducer } from './plan.ts'

function lookupsOf(mutations: readonly Mutation[], rest: InputOptions) {
  const reducer = new BatchReducer(inputOf(rest))
  reducer.add(mutations)
  return [...reducer.lookups()]
}

describe('record keys', () => {
  const word = (sequence: number, type: string, key: string, id: number | null, source?: number) =>
    change(sequence, type, 'tafsirs:169', {
      record_type: 'tafsir',
      record_key: key,
      data: id === null ? null : { id, verse_key: '1:1' },
      ...(source === undefined ? {} : { source_record_id: source }),
    })
  const installed = { 'tafsirs:169': local() }
  const healed = ['fetch tafsirs:169 because key_rule, base 20, floor 20']

  it('that are not what the row derives are answered with a snapshot', () => {
    expect(items([word(11, 'ROW_UPDATE', '1:1', 77)], { local: installed })).toEqual(healed)
  })
  it('are confirmed by a row change that agrees', () => {
    const planned = planOf([word(11, 'ROW_UPDATE', '77', 77)], { local: installed })
    expect(planned.items.map(reported)).toEqual(['apply tafsirs:169 11:77'])
    expect(planned.confirmedKeyRules).toEqual(['tafsir'])
  })
  it('of deletes are looked up until their rule is confirmed', () => {
    const mutations = [word(11, 'ROW_DELETE', '77', null)]
    const lookups = lookupsOf(mutations, { local: installed })
    expect(lookups).toMatchObject([{ ref: { group: 'tafsirs', id: 169 }, recordType: 'tafsir', key: '77' }])
    const missingRows = new Set(lookups.map(({ identity }) => identity))
    expect(items(mutations, { local: installed })).toEqual(['apply tafsirs:169 11:77 deleted'])
    expect(items(mutations, { local: installed, missingRows })).toEqual(healed)
    const confirmedKeyRules = new Set(['tafsir'])
    expect(lookupsOf(mutations, { local: installed, confirmedKeyRules })).toEqual([])
    expect(items(mutations, { local: installed, confirmedKeyRules })).toEqual([
      'apply tafsirs:169 11:77 deleted',
    ])
  })
  it('of deletes are not looked up where no row will be applied', () => {
    const mutations = [word(11, 'ROW_DELETE', '77', null)]
    for (const each of [
      local({ needsSnapshot: 'damage' }),
      local({ asOf: 20 }),
      local({ status: 'unavailable' }),
    ])
      expect(lookupsOf(mutations, { local: { 'tafsirs:169': each } })).toEqual([])
    const reset = change(12, 'RESOURCE_INVALIDATE', 'tafsirs:169')
    expect(lookupsOf([...mutations, reset], { local: installed })).toEqual([])
    expect(lookupsOf([reset, ...mutations], { local: installed })).toEqual([])
  })
  it('of deletes count although the row is written again later', () => {
    const mutations = [word(11, 'ROW_DELETE', '77', null), word(12, 'ROW_CREATE', '77', 77)]
    const refuted = word(13, 'ROW_UPDATE', '1:1', 78)
    const elsewhere = { ...refuted, resource_id: 170 }
    const here = { 'tafsirs:169': local(), 'tafsirs:170': local() }
    const missingRows = new Set(['["tafsirs",169,"tafsir","77"]'])
    expect(items([...mutations, elsewhere], { local: here, missingRows })[0]).toEqual(healed[0])
    expect(items([elsewhere, ...mutations.toReversed()], { local: here, missingRows })[0]).toEqual(healed[0])
  })
  it('of deletes are not believed where the source id speaks against them', () => {
    expect(items([word(11, 'ROW_DELETE', '77', null, 78)], { local: installed })).toEqual(healed)
  })
  it('of translations are documented', () => {
    expect(
      items([row(11, 'ROW_DELETE', '404')], {
        missingRows: new Set(['["translations",20,"translation","404"]']),
      }),
    ).toEqual(['apply translations:20 11:404 deleted'])
  })
})
