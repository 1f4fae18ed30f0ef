import { describe, expect, it } from 'vitest'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import type { SyncProgress } from '../run/report.ts'
import { aliveMs, type OpenChannel } from '@waraq/browser'
import { ActivityBoard } from './activity-board.ts'

/** What tabs know of each other's runs, by messages that may be late or lost. */

/** One channel for all tabs: messages arrive at once, or when the test releases them. */
function tabs() {
  const listeners = new Map<string, (message: unknown) => void>()
  const held: (() => void)[] = []
  let holding = false
  const clock = new VirtualClock()
  const board = (holder: string) => {
    const openChannel: OpenChannel = (_, listener) => {
      listeners.set(holder, listener)
      return {
        post: (message) => {
          const copy = structuredClone(message)
          const deliver = () => {
            for (const [other, hear] of listeners) if (other !== holder) hear(copy)
          }
          if (holding) held.push(deliver)
          else deliver()
        },
        close: () => void listeners.delete(holder),
      }
    }
    const nothing = () => undefined
    return new ActivityBoard({
      name: 'board',
      openChannel,
      holder,
      clock,
      onActivity: nothing,
      onChanged: nothing,
    })
  }
  /** Messages that are sent during `work` arrive only when the returned function is called. */
  const late = (work: () => void) => {
    holding = true
    work()
    holding = false
    return () => held.splice(0).forEach((deliver) => deliver())
  }
  return { board, clock, late }
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
  it('is known to a tab that comes later, because it asks', () => {
    const { board } = tabs()
    board('a').step(progress('translations:20'))
    expect(board('b').current).toMatchObject({ own: false })
  })
  it('counts as over where nothing was heard for as long as a silent writer counts as alive', async () => {
    const { board, clock } = tabs()
    const [writer, follower] = [board('a'), board('b')]
    writer.step(progress('translations:20'))
    await clock.advance(aliveMs)
    expect(follower.current).not.toBeNull()
    await clock.advance(1)
    expect(follower.current).toBeNull()
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
