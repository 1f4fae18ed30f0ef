import { resourceKey } from '@waraq/protocol'
import { describe, expect, it } from 'vitest'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import type { SyncProgress } from '../run/report.ts'
import { aliveMs } from '../../platform/leader/epoch.ts'
import type { OpenChannel } from '../../platform/channel.ts'
import { ActivityBoard } from './activity-board.ts'

/** What tabs know of each other's runs, by messages that may be late or lost. */

/** One channel for all tabs: messages arrive at once, or when the test releases them. */
function tabs() {
  const listeners = new Map<string, (message: unknown) => void>()
  const held: (() => void)[] = []
  let holding = false
  const clock = new VirtualClock()
  /** How often boards posted, and told their engines. */
  const reported = { posted: 0, activity: 0, changed: 0, prioritized: [] as string[][] }
  const board = (leader: string) => {
    const openChannel: OpenChannel = (_, listener) => {
      listeners.set(leader, listener)
      return {
        post: (message) => {
          reported.posted++
          const copy = structuredClone(message)
          const deliver = () => {
            for (const [other, hear] of listeners) if (other !== leader) hear(copy)
          }
          if (holding) held.push(deliver)
          else deliver()
        },
        close: () => void listeners.delete(leader),
      }
    }
    return new ActivityBoard({
      name: 'board',
      openChannel,
      leader,
      clock,
      onActivity: () => reported.activity++,
      onChanged: () => reported.changed++,
      onPrioritized: (refs) => reported.prioritized.push([leader, ...refs.map(resourceKey)]),
    })
  }
  /** What another page of the origin posts; returns how many messages the boards posted because of it. */
  const forge = (message: unknown, number = 1, from = 'forger') => {
    const before = reported.posted
    for (const hear of listeners.values()) hear({ version: 1, from, number, message })
    return reported.posted - before
  }
  /** Messages that are sent during `work` arrive only when the returned function is called. */
  const late = (work: () => void) => {
    holding = true
    work()
    holding = false
    return () => held.splice(0).forEach((deliver) => deliver())
  }
  return { board, clock, late, reported, forge }
}

const progress = (filter: string): SyncProgress => ({
  filter,
  mode: 'incremental',
  phase: 'paging',
  pages: 0,
  mutations: 0,
  snapshots: { total: 0, done: 0 },
})

describe('what another tab does', () => {
  it('is known while it says so, and no longer when it rests', () => {
    const { board } = tabs()
    const [writer, follower] = [board('a'), board('b')]
    writer.step(progress('translations:20'))
    expect(follower.current).toMatchObject({ own: false, activity: { filter: 'translations:20' } })
    expect(writer.current).toMatchObject({ own: true })
    writer.rest()
    expect([writer.current, follower.current]).toEqual([null, null])
  })
  it('is told what a person waits for here, and passes over what is no resource', () => {
    const { board, reported, forge } = tabs()
    const [here] = [board('a'), board('b')]
    here.prioritized([{ group: 'translations', id: 20 }])
    for (const refs of ['all', null, [1, { group: 'translations' }, { group: 'tafsirs', id: 169 }]])
      forge({ type: 'prioritized', refs })
    expect(reported.prioritized.filter(([leader]) => leader === 'b')).toEqual([
      ['b', 'translations:20'],
      ['b'],
      ['b'],
      ['b', 'tafsirs:169'],
    ])
  })
  it('is known to a tab that comes later, because it asks', () => {
    const { board } = tabs()
    board('a').step(progress('translations:20'))
    expect(board('b').current).toMatchObject({ own: false })
  })
  it('counts as over where nothing was heard for as long as a silent writer counts as alive', async () => {
    const { board, clock, reported } = tabs()
    const [writer, follower] = [board('a'), board('b')]
    writer.step(progress('translations:20'))
    await clock.advance(aliveMs)
    expect(follower.current).not.toBeNull()
    const { activity } = reported
    await clock.advance(1)
    expect(follower.current).toBeNull()
    // Nobody asked: the board says so by itself.
    expect(reported.activity).toBe(activity + 1)
  })
  it('of another tab is over where this one works', () => {
    const { board } = tabs()
    const [gone, next] = [board('a'), board('b')]
    gone.step(progress('translations:20'))
    next.step(progress('translations:20'))
    next.rest()
    expect(next.current).toBeNull()
  })
  it('is not over because an earlier writer says, late, that it rests', () => {
    const { board, late } = tabs()
    const [first, second, follower] = [board('a'), board('b'), board('c')]
    first.step(progress('translations:20'))
    const arrive = late(() => first.rest())
    second.step(progress('tafsirs:169'))
    arrive()
    expect(follower.current).toMatchObject({ activity: { filter: 'tafsirs:169' } })
  })
})

describe('a message that another page of the origin made up', () => {
  const activity = { ...progress('translations:20'), resources: [] }
  it.each<[string, unknown]>([
    ['null', null],
    ['a text', 'changed'],
    ['a list', ['changed']],
    ['of no kind', {}],
    ['of an unknown kind', { type: 'constructor' }],
    ['of a kind that is an object', { type: { type: 'changed' } }],
    ['without an activity', { type: 'activity' }],
    ['with another activity', { type: 'activity', activity: { x: 1 } }],
    ['with an activity of a wrong phase', { type: 'activity', activity: { ...activity, phase: 'x' } }],
    ['with resources that are no list', { type: 'activity', activity: { ...activity, resources: {} } }],
    ['of an activity alone', activity],
  ])('%s is nothing', (_, message) => {
    const { board, reported, forge } = tabs()
    board('a')
    forge(message)
    expect([board('b').current, reported.activity, reported.changed]).toEqual([null, 0, 0])
  })

  it('and is one, is believed as a hint, and acts at once', () => {
    const { board, reported, forge } = tabs()
    const one = board('a')
    forge({ type: 'activity', activity })
    forge({ type: 'changed' }, 2)
    expect(one.current).toEqual({ own: false, activity })
    expect([reported.activity, reported.changed]).toEqual([1, 1])
    one.step(progress('tafsirs:169'))
    expect(one.current).toMatchObject({ own: true })
    expect(forge({ type: 'ask' }, 3)).toBe(1)
  })

  it.each<[string, unknown]>([
    ['changes', { type: 'changed' }],
    ['activities', { type: 'activity', activity }],
    ['questions', { type: 'ask' }],
    ['ends of runs', { type: 'activity', activity: null }],
  ])('leads to little, however many %s it tells of', async (_, message) => {
    const { board, reported, forge, clock } = tabs()
    board('a').step(progress('tafsirs:169'))
    const before = { ...reported }
    for (let count = 1; count <= 10_000; count++) {
      // Each one seems to come from another sender, or after a gap.
      forge(message, 2 * count, count % 2 ? 'forger' : `${count}`)
      if (count % 100 === 0) await clock.advance(10)
    }
    for (const what of ['posted', 'activity', 'changed'] as const)
      expect(reported[what] - before[what]).toBeLessThan(30)
  })

  it('leads to nothing any more once the board is closed', async () => {
    const { board, reported, forge, clock } = tabs()
    const one = board('a')
    for (let count = 1; count <= 100; count++) forge({ type: 'changed' }, count)
    await clock.advance(0)
    one.close()
    const before = reported.changed
    await clock.advance(10_000)
    expect(reported.changed).toBe(before)
  })
})
