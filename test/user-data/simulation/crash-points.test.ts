import { describe, expect, it } from 'vitest'
import { shareOf } from '@waraq/test-support/runs'
import { ways, type Act, type Command, type User } from './commands.ts'
import { runHistory } from './run-history.ts'

const act = (what: Act): Command => ({ do: 'act', device: 0, tab: 0, what })
const pass = (ms: number): Command => ({ do: 'pass', ms })
const leave = (waiting: 'deliver' | 'keep' | 'drop'): Command => ({ do: 'leave', device: 0, tab: 0, waiting })
const star = act({ act: 'star', verse: 1, on: true })
const write = act({ act: 'write' })
const create = act({ act: 'create' })

const stories: Readonly<
  Record<string, { readonly from?: User | null; readonly commands: readonly Command[] }>
> = {
  'a star': { commands: [star, pass(5_000)] },
  'a note that is edited while it is sent': {
    commands: [write, pass(1_150), act({ act: 'edit', pick: 0 }), pass(10_000)],
  },
  'a collection with what is in it': {
    commands: [create, ...[1, 2].map((verse) => act({ act: 'member', verse, on: true })), pass(10_000)],
  },
  'what is taken along at sign-in': {
    from: null,
    commands: [star, write, create, { do: 'sign-in', device: 0, user: 'amina', take: true }, pass(10_000)],
  },
  'a star and a reading mark that are taken back': {
    commands: [
      star,
      act({ act: 'reading', verse: 2, on: true }),
      pass(1_150),
      act({ act: 'star', verse: 1, on: false }),
      act({ act: 'reading', verse: 2, on: false }),
      pass(10_000),
    ],
  },
  'a collection that is renamed and deleted, and a note that is erased': {
    commands: [
      create,
      write,
      pass(5_000),
      act({ act: 'rename', pick: 0 }),
      act({ act: 'erase', pick: 0 }),
      pass(1_150),
      act({ act: 'delete', pick: 0 }),
      pass(10_000),
    ],
  },
  'a place, a setting and time read': {
    commands: [
      act({ act: 'place', verse: 2 }),
      act({ act: 'setting', verse: 1 }),
      act({ act: 'time', seconds: 120 }),
      pass(100_000),
    ],
  },
  'an account that leaves, with all delivered': { commands: [star, write, leave('deliver')] },
  'an account that leaves, with what waits kept': { commands: [star, write, leave('keep')] },
  'an account that leaves, with what waits dropped': { commands: [star, write, leave('drop')] },
}

/** Each of the four deaths strikes at another quarter of the points. */
const { first, every } = shareOf(4)
/** A story has so many steps; fewer would mean that they are no longer counted. */
const [fewestSteps, mostSteps] = [8, 500]

describe.each(ways)('by %s', (way) => {
  describe.each(Object.entries(stories))('%s', (_, { from = 'amina', commands }) => {
    it.each([
      ['the tab dies', false],
      ['the power is cut', true],
    ])('survives wherever %s', { timeout: 600_000 }, async (_what, power) => {
      const survives = async (step: number) => {
        const crash: Command = { do: 'crash', device: 0, step, power }
        const signedIn = [from, 'amina'] as const
        return (await runHistory({ seed: step, way, signedIn, commands: [crash, ...commands] })).crashed
      }
      let step = 1 + ((first + 2 * ways.indexOf(way) + Number(power)) % every)
      while (step < mostSteps && (await survives(step))) step += every
      expect(step).toBeGreaterThan(fewestSteps)
      expect(step).toBeLessThan(mostSteps)
    })
  })
})
