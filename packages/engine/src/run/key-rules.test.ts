import { describe, expect, it } from 'vitest'
import { change, items, local, planOf, row, told } from './plan.test-support.ts'
import { lookupsOf } from './plan.ts'

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
    expect(planned.items.map(told)).toEqual(['apply tafsirs:169 11:77'])
    expect(planned.confirmedKeyRules).toEqual(['tafsir'])
  })
  it('of deletes are looked up until their rule is confirmed', () => {
    const mutations = [word(11, 'ROW_DELETE', '77', null)]
    const lookups = lookupsOf({ mutations, confirmedKeyRules: new Set() })
    expect([...lookups.values()]).toEqual([
      { ref: { group: 'tafsirs', id: 169 }, recordType: 'tafsir', key: '77' },
    ])
    expect(items(mutations, { local: installed })).toEqual(['apply tafsirs:169 11:77 deleted'])
    expect(items(mutations, { local: installed, missingRows: new Set(lookups.keys()) })).toEqual(healed)
    const confirmedKeyRules = new Set(['tafsir'])
    expect(lookupsOf({ mutations, confirmedKeyRules }).size).toBe(0)
    expect(items(mutations, { local: installed, confirmedKeyRules })).toEqual([
      'apply tafsirs:169 11:77 deleted',
    ])
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
