import { describe, expect, it } from 'vitest'
import { groups } from '../scripts/groups.mjs'
import { kinds, replay } from './kinds.ts'

describe('the random kinds', () => {
  it('belong to the group that names them, each to one', () => {
    const named = groups.flatMap((group) => group.kinds.map((kind) => `${group.name}: ${kind}`))
    expect(named.sort()).toEqual(kinds.map(({ group, name }) => `${group}: ${name}`).sort())
  })

  it('are judged: a series in which nothing happened proves nothing', () => {
    const content = kinds.filter((kind) => kind.judge(0, {}).length === 0).map(({ name }) => name)
    // Each schedule is held against the service after each step, and counts nothing else.
    expect(content).toEqual(['plans'])
  })
})

describe('a failure is shown again by what was printed', () => {
  it.each([
    'plans:88',
    'histories:20260801:0',
    'user-histories:1:0',
    'pairs:3:1',
    'bodies:1:7',
    'points:removal:crash:once:1',
  ])('%s, which is mended', async (printed) => {
    await expect(replay(printed)).resolves.toBeUndefined()
  })
  it('says which kinds there are, where the name is wrong', async () => {
    await expect(replay('plan:88')).rejects.toThrowError(
      /no kind "plan", but histories, user-histories, user-variations, plans/,
    )
  })
  it('says that there is no such crash point', async () => {
    await expect(replay('points:removal:crash:once:999999')).rejects.toThrowError(/no crash point/)
  })
})
