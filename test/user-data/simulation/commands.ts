import { readingSlots, type ReadingSlot } from '@waraq/protocol/user'
import fc from 'fast-check'

export const deviceCount = 2
export const tabCount = 2
export const users = ['amina', 'idris'] as const
export type User = (typeof users)[number]

/**
 * A person's mutation in a tab. `flip`: the opposite of the shown state. `pick` chooses among the items that the tab shows.
 * `of` names the note or the collection, the same in each history.
 */
export type UserMutation =
  | {
      readonly change: 'favorite' | 'page' | 'member'
      readonly verse: number
      readonly on: boolean | 'flip'
      readonly of?: number
    }
  /** Slots other than the first, and pages, only if the service reports slots. */
  | {
      readonly change: 'reading'
      readonly verse: number
      readonly on: boolean | 'flip'
      readonly slot?: ReadingSlot
      readonly isPage?: boolean
    }
  | { readonly change: 'place' | 'setting'; readonly verse: number }
  | { readonly change: 'write' | 'create'; readonly of?: number }
  | { readonly change: 'time'; readonly seconds: number }
  | {
      readonly change: 'edit' | 'erase' | 'rename' | 'delete'
      readonly pick?: number
      readonly of?: number
    }

/**
 * Faults of one request. Requests with `late`, `after`, `half`, `hang` and `garbage` take effect. With `twice`, a request
 * that may be repeated is carried out twice and the second answer arrives; for any other request the answer is lost.
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

/** One step of a history, as plain data: it can be printed, shrunk and replayed. */
export type Command =
  | { readonly do: 'mutate'; readonly device: number; readonly tab: number; readonly what: UserMutation }
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'fault'; readonly device: number; readonly fault: Fault; readonly of: 'write' | 'any' }
  | { readonly do: 'network'; readonly device: number; readonly online: boolean }
  /** The tab dies at the database's next task of this number, and is opened again after a moment. */
  | { readonly do: 'kill'; readonly device: number; readonly tab: number; readonly tasks: number }
  /** Cancels a planned death, unless it has happened. */
  | { readonly do: 'spare' }
  /** The tab that takes this step of a transaction or request dies. With `power`, the entire device does. */
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
  /** Another account signs in, in a page that notifies no other. */
  | { readonly do: 'session'; readonly device: number; readonly user: User }
  /**
   * The access that the service grants from here on: the feed too, or the operations only. Devices learn of it with their
   * next request.
   */
  | { readonly do: 'scope'; readonly transport: TransportName }
  | { readonly do: 'jump'; readonly device: number; readonly ms: number }
  | ({ readonly do: 'foreign' } & Foreign)
  | {
      readonly do: 'resolve'
      readonly device: number
      readonly tab: number
      readonly chosen: 'retry' | 'drop' | 'local' | 'both'
    }

/**
 * A change by an application of the service, without the devices: a reading bookmark at a verse or a page, a favorite, a
 * highlight or another system collection. `odd`: from here on each page of the feed has rows that cannot be read.
 */
export interface Foreign {
  readonly user: User
  readonly what: 'reading' | 'page' | 'favorite' | 'highlight' | 'system' | 'odd'
  readonly verse: number
  readonly slot: ReadingSlot
}

/** How the feed reports reading bookmarks. The operations only have the flag. */
export const readingForms = ['flag', 'slots', 'both'] as const
export type ReadingForm = (typeof readingForms)[number]

/**
 * The transports of devices. It follows from the scopes that the person has granted, the same for all devices of all
 * accounts.
 */
export const transports = ['operations', 'feed'] as const
export type TransportName = (typeof transports)[number]

export interface History {
  readonly seed: number
  readonly transport: TransportName
  /** Default: by the flag. */
  readonly reading?: ReadingForm
  /** The user who is signed in on each device at the start. */
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

const what: fc.Arbitrary<UserMutation> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ change: fc.constantFrom('favorite', 'favorite', 'member'), verse, on }),
  },
  { weight: 1, arbitrary: fc.record({ change: fc.constant('page'), verse, on }) },
  {
    weight: 2,
    arbitrary: fc.record({ change: fc.constant('reading'), verse, on, slot, isPage: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ change: fc.constantFrom('place', 'place', 'setting'), verse }) },
  { weight: 4, arbitrary: fc.record({ change: fc.constantFrom('write', 'create') }) },
  {
    weight: 2,
    arbitrary: fc.record({ change: fc.constant('time'), seconds: fc.constantFrom(60, 120, 600) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ change: fc.constantFrom('edit', 'edit', 'erase', 'rename', 'delete'), pick }),
  },
)

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 36, arbitrary: fc.record({ do: fc.constant('mutate'), device, tab, what }) },
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
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('scope'), transport: fc.constantFrom(...transports) }),
  },
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
      chosen: fc.constantFrom('retry', 'drop', 'local', 'both'),
    }),
  },
)

export const history: fc.Arbitrary<History> = fc.record({
  seed: fc.nat(),
  transport: fc.constantFrom(...transports),
  reading: fc.constantFrom(...readingForms),
  signedIn: fc.constantFrom(['amina', 'amina'], ['amina', 'amina'], [null, 'amina'], ['idris', 'amina']),
  commands: fc.array(command, { minLength: 1, maxLength: 40, size: 'max' }),
})
