/** Which package may import which, and the layers of `waraq`: what `layers.test.ts` holds the sources to. */

/** What each package may name in its manifest and import. What a server or a shell installs has no part of the browser's but the client. */
export const packages: Readonly<Record<string, readonly string[]>> = {
  protocol: [],
  waraq: ['protocol'],
  relay: ['protocol'],
  sandbox: ['protocol', 'relay'],
  cli: ['protocol', 'waraq', 'relay', 'sandbox'],
  'create-waraq': [],
}

/** Files that import more: tools of a developer, which no application ships. */
export const toolsOfDevelopers: Readonly<Record<string, readonly string[]>> = {
  'packages/waraq/src/vite.ts': ['sandbox'],
}

/** What the command imports of `waraq`: it asks a service as the engine does, without the engine. */
export const ofTheClient = 'waraq/client'

/**
 * The folders of `packages/waraq/src` from the highest to the lowest. A file belongs to the longest of these that holds it, and
 * imports only its own layer and those below, types included. The entry points, in no folder, stand above all.
 */
export const layers = [
  // What frameworks need
  'bindings/react/user',
  'bindings/react',
  'bindings/vue',
  'bindings/svelte',
  'bindings/solid',
  'bindings/angular',
  'bindings',
  // One object that an application has
  'app',
  // A person's own data
  'user',
  'user/app-state',
  'user/accounts',
  'user/deliver',
  'user/view',
  'user/transports',
  'user/store',
  'user/model',
  // Full text, in a worker
  'search',
  // What an application about the Quran asks for
  'quran/places',
  'quran/recordings',
  'quran/fonts',
  'quran/readers',
  'quran/catalogue',
  'quran/html',
  // The engine as a page, a service worker and a developer have it
  'background',
  'devtools',
  'worker',
  'worker/storage-care',
  // Files that rows name
  'files',
  // Reading
  'store/read',
  // The change-feed state machine, and when it runs
  'sync/engine',
  'sync/api',
  'sync/listing',
  'sync/status',
  'sync/schedule',
  'sync/tabs',
  'sync/run',
  'sync/run/plan',
  'sync/writer',
  'sync/space',
  'sync/snapshot',
  'sync/errors',
  // The database
  'store/open',
  'store',
  // Calls between a page and its worker
  'link',
  // What browsers give
  'platform',
  'platform/leader',
  'platform/locks',
  'platform/storage',
  'platform/background',
  // HTTP, tokens, retries
  'client/user',
  'client',
] as const

/** Parts that know nothing of each other, whichever stands higher. */
export const apart: readonly {
  readonly what: string
  readonly one: readonly string[]
  readonly other: readonly string[]
}[] = [
  { what: 'readers and the writer meet in the database', one: ['store/read', 'files'], other: ['sync'] },
  {
    what: 'a person’s own data is no part of the library',
    one: ['user', 'client/user'],
    other: ['search', 'quran', 'background', 'devtools', 'worker', 'files', 'store', 'sync', 'link'],
  },
]
