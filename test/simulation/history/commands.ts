import fc from 'fast-check'
import { changeKinds, type Change } from '@waraq/test-support/model-service'
import { faultKinds, type FaultKind } from '../world/faults.ts'
import { tabCount, type WorldSettings } from '../world/world.ts'

/** One step of a history, as plain data: it can be printed, shrunk and replayed. */
export type Command =
  | { readonly do: 'subscribe'; readonly tab: number; readonly filter: string }
  | { readonly do: 'unsubscribe'; readonly tab: number; readonly filter: string }
  /** `pages`: the page budget. `abortAfter`: number of events after which the caller gives up. `wait`: until it has ended. */
  | {
      readonly do: 'sync'
      readonly tab: number
      readonly pages: number | null
      readonly abortAfter: number | null
      readonly wait: boolean
      /** No reader waits for it. Default false. */
      readonly background?: boolean
    }
  | { readonly do: 'resync'; readonly tab: number; readonly filter: string }
  | { readonly do: 'verify' | 'prioritize'; readonly tab: number; readonly resource: number }
  | { readonly do: 'change'; readonly change: Change }
  /** The change lands after this number of further moments of the service. */
  | { readonly do: 'land'; readonly change: Change; readonly moments: number }
  | { readonly do: 'fault'; readonly kind: FaultKind; readonly skip: number }
  | { readonly do: 'compact' }
  | { readonly do: 'revoke-checkpoints' }
  | { readonly do: 'expire-access' }
  /** The tab dies at the database's next task of this number. */
  | { readonly do: 'kill'; readonly tab: number; readonly tasks: number }
  | { readonly do: 'close'; readonly tab: number }
  | { readonly do: 'freeze'; readonly tab: number }
  | { readonly do: 'thaw'; readonly tab: number }
  | { readonly do: 'events'; readonly count: number }
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'jump'; readonly ms: number }

export interface History {
  readonly world: WorldSettings
  /** The first subscriptions. */
  readonly filters: readonly string[]
  readonly commands: readonly Command[]
}

export const filters = [
  'translations:*',
  'translations:20',
  'translations:20,131',
  'translations:131,999',
  'mushafs:1;translations:20',
  'mushafs:*;tafsirs:*;word_by_word_translations:*',
  'tafsirs:168;word_by_word_translations:59',
]

/** Most commands are for the first tab, because opening a database is the most expensive step. */
const tab = fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(tabCount - 1) })
const filter = fc.constantFrom(...filters)
const change: fc.Arbitrary<Change> = fc.record({
  // Most changes of the service are row changes.
  what: fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom('row-create', 'row-update', 'row-delete') },
    { weight: 1, arbitrary: fc.constantFrom(...changeKinds) },
    { weight: 2, arbitrary: fc.constant('invalidate') },
  ),
  resource: fc.nat(4),
  // Mostly the same few rows, so that one row changes more than once.
  row: fc.oneof(fc.nat(2), fc.nat(20)),
})
const orNull = <T>(arbitrary: fc.Arbitrary<T>, freq = 4) => fc.option(arbitrary, { nil: null, freq })

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('subscribe'), tab, filter }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('unsubscribe'), tab, filter }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('sync'),
      tab,
      pages: orNull(fc.integer({ min: 1, max: 2 }), 3),
      abortAfter: fc.option(fc.nat(30), { nil: null, freq: 8 }),
      wait: fc.boolean(),
      background: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('resync'), tab, filter }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('verify', 'prioritize', 'prioritize'),
      tab,
      resource: fc.nat(4),
    }),
  },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('change'), change }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('land'), change, moments: fc.integer({ min: 1, max: 12 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('fault'), kind: fc.constantFrom(...faultKinds), skip: fc.nat(6) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('compact', 'revoke-checkpoints') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('expire-access') }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('kill'), tab, tasks: fc.integer({ min: 1, max: 80 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('close', 'freeze', 'freeze', 'thaw'), tab }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('events'), count: fc.integer({ min: 1, max: 12 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('pass'),
      ms: fc.constantFrom(5_000, 40_000, 3_600_000, 26 * 3_600_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('jump'),
      ms: fc.constantFrom(-315_360_000_000, -600_000, 45_000, 90_000_000, 315_360_000_000),
    }),
  },
)

const world: fc.Arbitrary<WorldSettings> = fc.record({
  seed: fc.nat(),
  service: fc.record({
    snapshots: fc.constantFrom('with', 'before', 'after', 'replica'),
    laggingFeed: fc.boolean(),
    listedAt: fc.constantFrom('upTo', 'creation'),
    rotatesTokens: fc.boolean(),
    otherKeys: fc.boolean(),
    shortLists: fc.boolean(),
  }),
  perPage: fc.constantFrom(1, 2, 3, 100),
  snapshotConcurrency: fc.integer({ min: 1, max: 3 }),
})

export const history: fc.Arbitrary<History> = fc.record({
  world,
  filters: fc.array(filter, { minLength: 1, maxLength: 3 }),
  commands: fc.array(command, { minLength: 5, maxLength: 32, size: 'max' }),
})
