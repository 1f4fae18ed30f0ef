/**
 * What applications import, and how large it may become: bytes, minified and compressed with Brotli. `ours` is what is
 * left with Dexie, Comlink and zod taken out.
 *
 * Ceilings stand about 3 % above what was measured when they were set, so that growth is noticed where it is made. Raise
 * one in the change that needs it, and say there what the bytes are for.
 *
 * @typedef {object} Door
 * @property {string} name as the README's table has it, in Markdown
 * @property {string} folder
 * @property {string} code what the application writes
 * @property {'browser' | 'node'} platform
 * @property {{ readonly ours: number, readonly whole: number }} ceilings
 */

/** @type {readonly Door[]} */
export const doors = [
  {
    name: '`connectSyncEngine` of `@waraq/engine/page`',
    folder: 'page',
    code: "export { connectSyncEngine } from '@waraq/engine/page'",
    platform: 'browser',
    ceilings: { ours: 6000, whole: 7000 },
  },
  {
    name: '`openContentStore` of `@waraq/engine`',
    folder: 'store',
    code: "export { openContentStore } from '@waraq/engine'",
    platform: 'browser',
    ceilings: { ours: 8000, whole: 35_000 },
  },
  {
    name: '`@waraq/engine/worker`',
    folder: 'worker',
    code: "import '@waraq/engine/worker'",
    platform: 'browser',
    ceilings: { ours: 40_000, whole: 75_000 },
  },
  {
    name: '`@waraq/engine/service-worker`',
    folder: 'service-worker',
    code: "export { handleBackgroundSync } from '@waraq/engine/service-worker'",
    platform: 'browser',
    ceilings: { ours: 40_000, whole: 75_000 },
  },
  {
    name: '`createContentClient` of `@waraq/client`',
    folder: 'client',
    code: "export { createContentClient } from '@waraq/client'",
    platform: 'browser',
    ceilings: { ours: 8000, whole: 14_000 },
  },
  {
    name: '`createTokenRelay` of `@waraq/relay`',
    folder: 'relay',
    code: "export { createTokenRelay } from '@waraq/relay'",
    platform: 'node',
    ceilings: { ours: 4000, whole: 9000 },
  },
]

/** Packages that `ours` is without. */
export const others = ['comlink', 'dexie', 'zod']

/** Packages that no door may load before they are needed. */
export const onlyWhenNeeded = ['fake-indexeddb']
