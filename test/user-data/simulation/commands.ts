import { readingSlots, type ReadingSlot } from '@waraq/protocol/user'
import fc from 'fast-check'

export const deviceCount = 2
export const tabCount = 2
export const users = ['amina', 'idris'] as const
export type User = (typeof users)[number]

/**
 * What a person does in a tab. `flip`: other than it is shown. `pick` chooses among what the tab shows; `of` names the note or
 * the collection, the same in each history.
 */
export type Act =
  | {
      readonly act: 'favorite' | 'page' | 'member'
      readonly verse: number
      readonly on: boolean | 'flip'
      readonly of?: number
    }
  /** Slots but the first, and pages, where the service tells slots. */
  | {
      readonly act: 'reading'
      readonly verse: number
      readonly on: boolean | 'flip'
      readonly slot?: ReadingSlot
      readonly isPage?: boolean
    }
  | { readonly act: 'place' | 'setting'; readonly verse: number }
  | { readonly act: 'write' | 'create'; readonly of?: number }
  | { readonly act: 'time'; readonly seconds: number }
  | {
      readonly act: 'edit' | 'erase' | 'rename' | 'delete'
      readonly pick?: number
      readonly of?: number
    }

/**
 * What may become of one request. Each of `late`, `after`, `half`, `hang` and `garbage` has its effect. One that may be repeated
 * is carried out `twice`, and the second answer comes; of any other the answer is lost.
 */
export const faults = [
  'before',
  'after',
  'twice',
  'late',
  'half',
  'hang',
  'garbage',
  'unavailable',
  'limited',
  'refused',
] as const
export type Fault = (typeof faults)[number]

/** One step of a history, as plain data: it can be printed, made smaller and replayed. */
export type Command =
  | { readonly do: 'act'; readonly device: number; readonly tab: number; readonly what: Act }
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'fault'; readonly device: number; readonly fault: Fault; readonly of: 'write' | 'any' }
  | { readonly do: 'network'; readonly device: number; readonly online: boolean }
  /** The tab dies at the database's next task of this number, and is opened again after a moment. */
  | { readonly do: 'kill'; readonly device: number; readonly tab: number; readonly tasks: number }
  /** What was to die is spared, unless it has died. */
  | { readonly do: 'spare' }
  /** The tab dies that takes this step of a transaction or request; with the power, all of the device. */
  | { readonly do: 'crash'; readonly device: number; readonly step: number; readonly power: boolean }
  | {
      readonly do: 'freeze' | 'thaw' | 'close' | 'refresh' | 'worker'
      readonly device: number
      readonly tab: number
    }
  | { readonly do: 'sign-in'; readonly device: number; readonly user: User; readonly take: boolean }
  | {
      readonly do: 'leave'
      readonly device: number
      readonly tab: number
      readonly waiting: 'deliver' | 'keep' | 'drop'
    }
  | { readonly do: 'expire'; readonly device: number }
  /** Another account signs in, in a page that tells nobody. */
  | { readonly do: 'session'; readonly device: number; readonly user: User }
  /** What the service allows from here on: the feed too, or the operations alone. Devices hear of it when they next ask. */
  | { readonly do: 'scope'; readonly transport: TransportName }
  | { readonly do: 'jump'; readonly device: number; readonly ms: number }
  | ({ readonly do: 'foreign' } & Foreign)
  | {
      readonly do: 'resolve'
      readonly device: number
      readonly tab: number
      readonly chosen: 'retry' | 'drop' | 'mine' | 'both'
    }

/**
 * What an application of the service does, past all devices: a reading bookmark at a verse or a page, a favorite, a highlight or
 * another system collection. `odd`: from here on each page of the feed has rows that nobody can read.
 */
export interface Foreign {
  readonly user: User
  readonly what: 'reading' | 'page' | 'favorite' | 'highlight' | 'system' | 'odd'
  readonly verse: number
  readonly slot: ReadingSlot
}

/** How the feed tells reading bookmarks. By the operations there is the flag alone. */
export const readingForms = ['flag', 'slots', 'both'] as const
export type ReadingForm = (typeof readingForms)[number]

/** How devices reach the service: by what the person has allowed, the same for all devices of all accounts. */
export const ways = ['operations', 'feed'] as const
export type TransportName = (typeof ways)[number]

export interface History {
  readonly seed: number
  readonly transport: TransportName
  /** Default: by the flag. */
  readonly reading?: ReadingForm
  /** Who is signed in on each device when it begins. */
  readonly signedIn: readonly (User | null)[]
  readonly commands: readonly Command[]
}

const device = fc.nat(deviceCount - 1)
const tab = fc.nat(tabCount - 1)
const verse = fc.integer({ min: 1, max: 3 })
const pick = fc.nat(3)
const on = fc.constantFrom<boolean | 'flip'>('flip', 'flip', 'flip', true)
const take = fc.boolean()
const slot = fc.constantFrom(...readingSlots)

const what: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constantFrom('favorite', 'favorite', 'member'), verse, on }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('page'), verse, on }) },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant('reading'), verse, on, slot, isPage: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constantFrom('place', 'place', 'setting'), verse }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constantFrom('write', 'create') }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('time'), seconds: fc.constantFrom(60, 120, 600) }) },
  {
    weight: 4,
    arbitrary: fc.record({ act: fc.constantFrom('edit', 'edit', 'erase', 'rename', 'delete'), pick }),
  },
)

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 36, arbitrary: fc.record({ do: fc.constant('act'), device, tab, what }) },
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('pass'),
      ms: fc.constantFrom(60, 150, 900, 1_100, 1_300, 5_000, 20_000, 100_000, 1_500_000),
    }),
  },
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constant('fault'),
      device,
      fault: fc.constantFrom(...faults),
      of: fc.constantFrom('write', 'write', 'any'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('network'), device, online: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('kill'), device, tab, tasks: fc.integer({ min: 1, max: 60 }) }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constantFrom('freeze', 'thaw', 'close', 'refresh', 'refresh', 'refresh', 'refresh', 'worker'),
      device,
      tab,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('sign-in'), device, user: fc.constantFrom(...users), take }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('leave'),
      device,
      tab,
      waiting: fc.constantFrom('deliver', 'keep', 'drop'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('expire'), device }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('session'), device, user: fc.constantFrom(...users) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('scope'), transport: fc.constantFrom(...ways) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('jump'),
      device,
      ms: fc.constantFrom(-90_000_000, -60_000, 45_000, 90_000_000),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('foreign'),
      user: fc.constantFrom(...users),
      what: fc.constantFrom('reading', 'reading', 'page', 'favorite', 'highlight', 'system', 'odd'),
      verse,
      slot,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('resolve'),
      device,
      tab,
      chosen: fc.constantFrom('retry', 'drop', 'mine', 'both'),
    }),
  },
)

export const history: fc.Arbitrary<History> = fc.record({
  seed: fc.nat(),
  transport: fc.constantFrom(...ways),
  reading: fc.constantFrom(...readingForms),
  signedIn: fc.constantFrom(['amina', 'amina'], ['amina', 'amina'], [null, 'amina'], ['idris', 'amina']),
  commands: fc.array(command, { minLength: 1, maxLength: 40, size: 'max' }),
})
