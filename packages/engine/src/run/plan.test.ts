import { describe, expect, it } from 'vitest'
import { change, local, planOf, row } from './plan.test-support.ts'

describe('a page set', () => {
  it('counts and leaves alone what the filter does not ask for', () => {
    const planned = planOf([change(11, 'RESOURCE_CREATE', 'articles:1')])
    expect([planned.items, planned.outsideFilter]).toEqual([[], 1])
  })
  it('lists what is created and no longer what is withdrawn', () => {
    const planned = planOf([change(11, 'RESOURCE_CREATE', 'tafsirs:169'), change(12, 'RESOURCE_DELETE')])
    expect(planned.listed).toEqual(['tafsirs:169'])
  })
})

describe('a set that another subscription overtook', () => {
  it('is abandoned', () => {
    const overtaken = { 'translations:20': local({ installedAtCommit: 4, installedBy: 9 }) }
    expect(planOf([row(11, 'ROW_UPDATE', '1')], { local: overtaken })).toMatchObject({
      abandoned: true,
      items: [],
    })
  })
  it('is abandoned for what it does not mention, too', () => {
    const overtaken = local({ status: 'installed', asOf: 10, installedAtCommit: 4, installedBy: 9 })
    expect(planOf([], { mode: 'bootstrap', local: { 'translations:20': overtaken } })).toMatchObject({
      abandoned: true,
      items: [],
    })
  })
  it('goes on where it was the installer itself, or where the installation came first', () => {
    for (const fine of [
      local({ installedAtCommit: 4, installedBy: 7 }),
      local({ installedAtCommit: 3, installedBy: 9 }),
    ]) {
      expect(planOf([row(11, 'ROW_UPDATE', '1')], { local: { 'translations:20': fine } }).abandoned).toBe(
        false,
      )
    }
  })
})
