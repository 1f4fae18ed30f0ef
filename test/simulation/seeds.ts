import type { Command, History } from './history/commands.ts'
import { plainService } from '@waraq/test-support/model-service'

/** A history that once broke a promise, shrunk, with the failure that it led to. It is run before all others. */
export interface KnownHistory {
  readonly name: string
  readonly history: History
}

const world = {
  seed: 0,
  service: plainService,
  perPage: 100,
  snapshotConcurrency: 1,
} as const

function sync(pages: number | null = null): Command {
  return { do: 'sync', tab: 0, pages, abortAfter: null, wait: true }
}

export const knownHistories: readonly KnownHistory[] = [
  {
    name: 'verify leaves no manifest behind (seed 1, path 2)',
    history: {
      world,
      filters: ['translations:20'],
      commands: [sync(), { do: 'verify', tab: 0, resource: 0 }],
    },
  },
  {
    // One subscription's bootstrap leaves the withdrawn resource to the other subscription, which is removed (seed 777001,
    // path 20).
    name: 'a withdrawn resource goes although another subscription listed it',
    history: {
      world,
      filters: ['translations:*', 'translations:20'],
      commands: [
        sync(),
        { do: 'change', change: { what: 'hide', resource: 0, row: 0 } },
        { do: 'compact' },
        sync(1),
        { do: 'unsubscribe', tab: 0, filter: 'translations:20' },
        sync(),
      ],
    },
  },
  {
    name: 'a denied resource is asked for again after the clock was set back',
    history: {
      world,
      filters: ['translations:20'],
      commands: [
        { do: 'jump', ms: 90_000_000 },
        { do: 'fault', kind: 'snapshot-not-found', skip: 0 },
        sync(),
        { do: 'jump', ms: -315_360_000_000 },
        sync(),
      ],
    },
  },
  {
    name: 'a lagging feed does not take rows back behind an installed snapshot',
    history: {
      world: {
        seed: 1047312563,
        service: {
          snapshots: 'replica',
          laggingFeed: true,
          listedAt: 'upTo',
          rotatesTokens: false,
          otherKeys: false,
          shortLists: false,
        },
        perPage: 1,
        snapshotConcurrency: 1,
      },
      filters: ['translations:20'],
      commands: [
        { do: 'sync', tab: 0, pages: null, abortAfter: 14, wait: false },
        { do: 'change', change: { what: 'row-update', resource: 0, row: 0 } },
        { do: 'change', change: { what: 'row-update', resource: 0, row: 0 } },
        { do: 'events', count: 1 },
        { do: 'change', change: { what: 'row-update', resource: 0, row: 0 } },
        { do: 'kill', tab: 0, tasks: 1 },
        { do: 'verify', tab: 0, resource: 0 },
        { do: 'events', count: 1 },
        { do: 'sync', tab: 0, pages: null, abortAfter: null, wait: true },
        { do: 'sync', tab: 0, pages: null, abortAfter: null, wait: false },
      ],
    },
  },
  {
    name: 'a second verify, answered by a lagging replica, does not take rows back',
    history: {
      world: {
        seed: 1680262013,
        service: {
          snapshots: 'replica',
          laggingFeed: false,
          listedAt: 'upTo',
          rotatesTokens: false,
          otherKeys: false,
          shortLists: false,
        },
        perPage: 1,
        snapshotConcurrency: 1,
      },
      filters: ['translations:*'],
      commands: [
        { do: 'subscribe', tab: 0, filter: 'translations:20' },
        { do: 'change', change: { what: 'row-create', resource: 0, row: 0 } },
        { do: 'sync', tab: 0, pages: null, abortAfter: null, wait: true },
        { do: 'jump', ms: -315360000000 },
        { do: 'verify', tab: 0, resource: 0 },
        { do: 'verify', tab: 0, resource: 0 },
        { do: 'change', change: { what: 'row-create', resource: 0, row: 0 } },
        { do: 'land', change: { what: 'row-create', resource: 0, row: 0 }, moments: 3 },
        { do: 'land', change: { what: 'row-delete', resource: 1, row: 15 }, moments: 10 },
        { do: 'change', change: { what: 'touch', resource: 3, row: 2 } },
        { do: 'kill', tab: 1, tasks: 44 },
        { do: 'sync', tab: 0, pages: 1, abortAfter: 8, wait: true },
        { do: 'pass', ms: 93600000 },
      ],
    },
  },
  {
    name: 'a withdrawal that a lagging replica tells does not take away what was read after it came back',
    history: {
      world: {
        seed: 2113929192,
        service: {
          snapshots: 'replica',
          laggingFeed: true,
          listedAt: 'upTo',
          rotatesTokens: false,
          otherKeys: false,
          shortLists: false,
        },
        perPage: 2,
        snapshotConcurrency: 1,
      },
      filters: ['translations:*', 'mushafs:*;tafsirs:*;word_by_word_translations:*'],
      commands: [
        { do: 'sync', tab: 0, pages: null, abortAfter: 0, wait: false },
        { do: 'land', change: { what: 'row-create', resource: 2, row: 0 }, moments: 2 },
        { do: 'land', change: { what: 'row-create', resource: 0, row: 0 }, moments: 1 },
        { do: 'resync', tab: 0, filter: 'mushafs:*;tafsirs:*;word_by_word_translations:*' },
        { do: 'subscribe', tab: 0, filter: 'translations:*' },
        { do: 'change', change: { what: 'delete', resource: 2, row: 0 } },
        { do: 'pass', ms: 93600000 },
        { do: 'sync', tab: 0, pages: null, abortAfter: 5, wait: false },
        { do: 'sync', tab: 0, pages: null, abortAfter: null, wait: true },
        { do: 'expire-access' },
      ],
    },
  },
  {
    name: 'a resync that was asked for does not take what a replica that lags has',
    history: {
      world: {
        seed: 2147483594,
        service: {
          snapshots: 'replica',
          laggingFeed: true,
          listedAt: 'upTo',
          rotatesTokens: false,
          otherKeys: false,
          shortLists: false,
        },
        perPage: 3,
        snapshotConcurrency: 3,
      },
      filters: [
        'mushafs:*;tafsirs:*;word_by_word_translations:*',
        'translations:*',
        'mushafs:1;translations:20',
      ],
      commands: [
        { do: 'change', change: { what: 'invalidate', resource: 0, row: 0 } },
        { do: 'resync', tab: 0, filter: 'translations:*' },
        { do: 'sync', tab: 0, pages: null, abortAfter: 28, wait: false, background: false },
        { do: 'kill', tab: 0, tasks: 67 },
        { do: 'sync', tab: 2, pages: null, abortAfter: 1, wait: true, background: false },
        { do: 'land', change: { what: 'row-delete', resource: 0, row: 0 }, moments: 12 },
        { do: 'sync', tab: 0, pages: null, abortAfter: 12, wait: false, background: false },
        { do: 'change', change: { what: 'row-update', resource: 1, row: 0 } },
        { do: 'resync', tab: 0, filter: 'mushafs:1;translations:20' },
        { do: 'pass', ms: 40000 },
      ],
    },
  },
]
