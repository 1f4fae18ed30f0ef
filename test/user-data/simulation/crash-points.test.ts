import { describe, expect, it } from 'vitest'
import { isDeep, isInTurn, shareOf } from '@waraq/test-support/runs'
import { transports, type UserMutation, type Command, type User } from './commands.ts'
import { runHistory } from './run-history.ts'

const mutate = (what: UserMutation): Command => ({ do: 'mutate', device: 0, tab: 0, what })
const pass = (ms: number): Command => ({ do: 'pass', ms })
const leave = (waiting: 'deliver' | 'keep' | 'drop'): Command => ({ do: 'leave', device: 0, tab: 0, waiting })
const favorite = mutate({ change: 'favorite', verse: 1, on: true })
const write = mutate({ change: 'write' })
const create = mutate({ change: 'create' })

interface Story {
  readonly from?: User | null
  readonly commands: readonly Command[]
}

const firstStories: Readonly<Record<string, Story>> = {
  'a favorite': { commands: [favorite, pass(5_000)] },
  'a note that is edited while it is sent': {
    commands: [write, pass(1_150), mutate({ change: 'edit', pick: 0 }), pass(10_000)],
  },
  'a collection with what is in it': {
    commands: [create, ...[1, 2].map((verse) => mutate({ change: 'member', verse, on: true })), pass(10_000)],
  },
  'what is taken along at sign-in': {
    from: null,
    commands: [
      favorite,
      write,
      create,
      { do: 'sign-in', device: 0, user: 'amina', take: true },
      pass(10_000),
    ],
  },
  'a place, a setting and time read': {
    commands: [
      mutate({ change: 'place', verse: 2 }),
      mutate({ change: 'setting', verse: 1 }),
      mutate({ change: 'time', seconds: 120 }),
      pass(100_000),
    ],
  },
  'an account that leaves, with what waits kept': { commands: [favorite, write, leave('keep')] },
}

const stories: Readonly<Record<string, Story>> = {
  ...firstStories,
  'a favorite and a reading mark that are taken back': {
    commands: [
      favorite,
      mutate({ change: 'reading', verse: 2, on: true }),
      pass(1_150),
      mutate({ change: 'favorite', verse: 1, on: false }),
      mutate({ change: 'reading', verse: 2, on: false }),
      pass(10_000),
    ],
  },
  'a collection that is renamed and deleted, and a note that is erased': {
    commands: [
      create,
      write,
      pass(5_000),
      mutate({ change: 'rename', pick: 0 }),
      mutate({ change: 'erase', pick: 0 }),
      pass(1_150),
      mutate({ change: 'delete', pick: 0 }),
      pass(10_000),
    ],
  },
  'an account that leaves, with all delivered': { commands: [favorite, write, leave('deliver')] },
  'an account that leaves, with what waits dropped': { commands: [favorite, write, leave('drop')] },
}

/** The power ends all tabs of the device; otherwise the tab dies that has just taken the step, and another takes over. */
const deaths = [
  ['a tab dies', false],
  ['the power is cut', true],
] as const

const { first, every } = shareOf(3)
/** Stories of a way together have more kinds of step than that; fewer would mean that they are no longer told apart. */
const fewestKinds = isDeep ? 12 : 5

/** Kinds of step after which a death has struck, by way. */
const struck = new Set<string>()

/**
 * A death strikes once after each kind of step: a commit of these tables, an answer to this story. The two deaths take turns. In
 * depth both strike after a third of all steps, which the seed chooses.
 * `pnpm test` tells the first stories, each by one of the transports, in turn.
 */
describe.each(transports)('by %s', (transport) => {
  it.each(
    Object.entries(isDeep ? stories : firstStories).filter((_, index) =>
      isInTurn(index, transports, transport),
    ),
  )(
    '%s: survives wherever it is stopped',
    { timeout: 600_000 },
    async (name, { from = 'amina', commands }) => {
      const stopped = (step: number, power: boolean) => {
        const crash: Command = { do: 'crash', device: 0, step, power }
        return runHistory({ seed: 1, transport, signedIn: [from, 'amina'], commands: [crash, ...commands] })
      }
      const { steps } = await stopped(Infinity, false)
      for (const [index, step] of steps.entries()) {
        const kind = `${transport}: ${step.startsWith('answer') ? `${name}: ${step}` : step}`
        const isNew = !struck.has(kind)
        struck.add(kind)
        for (const [death, power] of deaths) {
          const isItsTurn = isNew && struck.size % 2 === Number(power)
          if (!isItsTurn && !(isDeep && index % every === first)) continue
          const { crashed } = await stopped(index + 1, power)
          expect({ kind, death, crashed }).toEqual({ kind, death, crashed: true })
        }
      }
    },
  )
})

it('the stories have steps of many kinds by each way', () => {
  for (const transport of transports) {
    const kinds = [...struck].filter((kind) => kind.startsWith(`${transport}: `))
    expect([transport, kinds.length > fewestKinds]).toEqual([transport, true])
  }
})
