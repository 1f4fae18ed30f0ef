import type { Sandbox } from '@waraq/sandbox'
import { deltaLimits } from '../../packages/waraq/src/store/delta.ts'
import { segmentStores, type DiskImage } from './disk.ts'

/** A small but whole story: the disk, the changes of the service meanwhile, and the calls to the engine. */
export interface Scenario {
  readonly name: string
  /** What the service has from the start. */
  readonly resources: string
  /** Subscriptions that a first, undisturbed world brought up to date; none where the disk is empty. */
  readonly before: readonly string[]
  /** Subscriptions that the world under test asks for first. */
  readonly asked: readonly string[]
  /** Changes asked for per page. Default 100. */
  readonly perPage?: number
  /** Changes of the service while the first world lived on and followed them after each step. */
  readonly lived?: readonly ((sandbox: Sandbox) => void)[]
  /** Changes of the service since then. */
  readonly change: (sandbox: Sandbox) => void
  /** Damage to the disk since then. */
  readonly damage?: (image: DiskImage) => DiskImage
  /** Resources whose rows the damage makes unreadable until they are fetched anew. */
  readonly damaged?: readonly string[]
  /** Resources that the service lists and has no snapshot of. */
  readonly gone?: readonly string[]
  /** Segments that the disk has room for. */
  readonly room?: number
  /** Milliseconds after which subscriptions share a token. Default: an hour, which never passes here. */
  readonly sharesAfterMs?: number
  /** A sync comes first that no reader waits for, and that leaves deferred refreshes for later. */
  readonly background?: boolean
  /** Readers look at what arrives of its first snapshots, too. These come in small parts. */
  readonly arrives?: boolean
  /** All resources change in one commit: who has seen one of them changed sees the others changed from then on. */
  readonly atOnce: boolean
}

const long = 'translations:300'

/** A resource of two segments. */
function addLong(sandbox: Sandbox): void {
  sandbox.add(
    { group: 'translations', id: 300 },
    Array.from({ length: 130 }, (_, index) => ({
      id: 300_001 + index,
      verse_key: `2:${index + 1}`,
      text: `${index}`,
    })),
  )
}

function rowId(sandbox: Sandbox, resource: string, index: number): number {
  return (sandbox.snapshotRows(resource) as { id: number }[])[index]!.id
}

function updated(sandbox: Sandbox, resource: string, index: number) {
  return { resource, update: { key: rowId(sandbox, resource, index), text: `New text of row ${index}` } }
}

function created(sandbox: Sandbox, resource: string, id: number) {
  const [row] = sandbox.snapshotRows(resource)!
  return { resource, create: { ...row, id, text: 'A new row' } }
}

function removed(sandbox: Sandbox, resource: string, index: number) {
  return { resource, remove: rowId(sandbox, resource, index) }
}

/** The leftovers of a writer that died while it stored a snapshot. */
function withAbandonedStaging(image: DiskImage, segments: number): DiskImage {
  const staging = 1_000
  const junk = Array.from({ length: segments }, (_, index) => ({
    id: staging * 2 ** 20 + index,
    keys: '["1"]',
    rows: new TextEncoder().encode('[{"id":1}]'),
  }))
  const add = (name: string): Record<string, unknown>[] => {
    if (name === 'translation') return junk
    return name === 'stagings' ? [{ id: staging }] : []
  }
  return {
    ...image,
    stores: image.stores.map((store) => ({ ...store, records: [...store.records, ...add(store.name)] })),
  }
}

/** The browser lost the last segment of the long resource and the list of another's. */
function withLosses(image: DiskImage): DiskImage {
  const lost = segmentStores(image).flatMap(({ records }) =>
    records.filter(({ keys }) => (keys as string).includes('"300130"')).map(({ id }) => id),
  )
  return {
    ...image,
    stores: image.stores.map((store) => ({
      ...store,
      records: store.records.filter(
        ({ id, resource }) =>
          // The record of the article holds what its manifest does, so its rows go as well.
          !(store.name === 'manifests' && resource === 'articles:1') &&
          store.name !== 'article_localization' &&
          !(store.name === 'translation' && lost.includes(id)),
      ),
    })),
  }
}

/** Each as small as its story allows: a run costs by what the engine does, and there are thousands of them. */
export const scenarios: readonly Scenario[] = [
  {
    name: 'bootstrap',
    resources: 'translations:20;articles:1',
    before: [],
    asked: ['translations:20;articles:1'],
    perPage: 1,
    change: () => undefined,
    atOnce: false,
  },
  {
    name: 'first snapshot',
    resources: 'articles:1',
    before: [],
    asked: [`articles:1;${long}`],
    change: () => undefined,
    arrives: true,
    atOnce: false,
  },
  {
    name: 'incremental',
    resources: 'translations:20',
    before: ['translations:20,300'],
    asked: [],
    perPage: 2,
    change: (sandbox) => {
      sandbox.publish([
        updated(sandbox, 'translations:20', 0),
        updated(sandbox, long, 129),
        removed(sandbox, 'translations:20', 2),
        created(sandbox, 'translations:20', 20_999_001),
      ])
    },
    atOnce: true,
  },
  {
    // One delta fewer than a base takes: this run lays the last one over it and compacts them all.
    name: 'compact',
    resources: 'translations:20',
    before: ['translations:20,300'],
    asked: [],
    lived: [
      (sandbox) => sandbox.publish([removed(sandbox, long, 5), created(sandbox, long, 300_900)]),
      (sandbox) => sandbox.publish([removed(sandbox, long, 129), updated(sandbox, long, 0)]),
      ...Array.from({ length: deltaLimits.count - 3 }, (_, index) => (sandbox: Sandbox) => {
        sandbox.publish([updated(sandbox, long, index)])
      }),
    ],
    change: (sandbox) => {
      sandbox.publish([updated(sandbox, long, 1), created(sandbox, long, 300_006)])
    },
    atOnce: true,
  },
  {
    name: 'invalidate',
    resources: 'translations:20,131',
    before: ['translations:20,131'],
    asked: [],
    change: (sandbox) => {
      sandbox.publish([updated(sandbox, 'translations:20', 2), updated(sandbox, 'translations:131', 0)])
      sandbox.invalidate('translations:20', [updated(sandbox, 'translations:20', 3)])
      sandbox.publish([updated(sandbox, 'translations:20', 4), removed(sandbox, 'translations:131', 1)])
    },
    atOnce: true,
  },
  {
    name: 'resync',
    resources: 'translations:20;articles:1',
    before: ['translations:20;articles:*'],
    asked: [],
    change: (sandbox) => {
      sandbox.publish([updated(sandbox, 'translations:20', 0), removed(sandbox, 'translations:20', 2)])
      sandbox.hide('articles:1')
      sandbox.add({ group: 'articles', id: 9 }, [
        { article_id: 9, language_id: 1, lang: 'en', title: 'Nine' },
      ])
      sandbox.compact()
    },
    atOnce: false,
  },
  {
    name: 'removal',
    resources: 'translations:20,131;articles:2',
    before: ['translations:20,131;articles:*'],
    asked: [],
    change: (sandbox) => {
      sandbox.hide('translations:131', 'withdrawn')
      // Told as invalidated, then answered 404.
      sandbox.invalidate('articles:2')
      sandbox.fault({
        match: { path: 'snapshot', group: 'articles', id: 2 },
        times: Infinity,
        effect: { code: 'snapshot_not_found' },
      })
      sandbox.publish([updated(sandbox, 'translations:20', 1)])
    },
    gone: ['articles:2'],
    atOnce: true,
  },
  {
    name: 'overlap',
    resources: 'translations:20;articles:1',
    before: ['translations:20'],
    asked: ['translations:20;articles:1'],
    change: (sandbox) => {
      sandbox.publish([updated(sandbox, 'translations:20', 0)])
    },
    atOnce: false,
  },
  {
    name: 'quota',
    resources: 'translations:20',
    before: ['translations:20'],
    asked: [],
    change: (sandbox) => {
      sandbox.invalidate('translations:20', [updated(sandbox, 'translations:20', 0)])
    },
    // One installed and three of the abandoned staging: the new one does not fit until those are collected.
    damage: (image) => withAbandonedStaging(image, 3),
    room: 4,
    atOnce: true,
  },
  {
    name: 'damage',
    resources: 'translations:20;articles:1',
    before: ['translations:20,300;articles:1'],
    asked: [],
    change: (sandbox) => {
      sandbox.publish([updated(sandbox, long, 0)])
    },
    damage: withLosses,
    damaged: [long, 'articles:1'],
    atOnce: true,
  },
  {
    // The list of all, a run of each, and the transaction in which they take its token.
    name: 'sharing',
    resources: 'translations:20;articles:1',
    before: ['translations:20', 'articles:1'],
    asked: [],
    change: (sandbox) => {
      sandbox.publish([updated(sandbox, 'translations:20', 0)])
      sandbox.invalidate('articles:1')
    },
    sharesAfterMs: 60_000,
    atOnce: false,
  },
  {
    // One run of both.
    name: 'shared',
    resources: 'translations:20;articles:1',
    before: ['translations:20', 'articles:1'],
    asked: [],
    perPage: 1,
    change: (sandbox) => {
      sandbox.publish([updated(sandbox, 'translations:20', 0), removed(sandbox, 'translations:20', 2)])
      sandbox.invalidate('articles:1')
    },
    sharesAfterMs: 0,
    atOnce: true,
  },
  {
    // The run of both, one of them by itself once it needs a deferred refresh, and the run that fetches it.
    name: 'postponed',
    resources: 'translations:20;articles:1',
    before: ['translations:20', 'articles:1'],
    asked: [],
    change: (sandbox) => {
      sandbox.publish([updated(sandbox, 'translations:20', 0)])
      sandbox.invalidate('articles:1')
    },
    sharesAfterMs: 0,
    background: true,
    atOnce: false,
  },
  {
    // The service forgets all tokens: each subscription goes on with its own, and then begins anew.
    name: 'leaving',
    resources: 'translations:20;articles:1',
    before: ['translations:20', 'articles:1'],
    asked: [],
    change: (sandbox) => {
      sandbox.publish([updated(sandbox, 'translations:20', 0)])
      sandbox.compact()
    },
    sharesAfterMs: 0,
    atOnce: false,
  },
]

/** The long resource belongs to every service that a subscription asks it of. */
export function stock(sandbox: Sandbox, scenario: Scenario): void {
  if ([...scenario.before, ...scenario.asked].some((filter) => filter.includes('300'))) addLong(sandbox)
}
