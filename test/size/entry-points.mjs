/**
 * What applications import, and how large it may become: bytes, minified and compressed with Brotli. `ours` is what is
 * left with the packages of others taken out.
 *
 * Ceilings stand about 3 % above what was measured when they were set, so that growth is noticed where it is made. Raise a
 * ceiling in the change that needs it, and say there what the bytes are for.
 *
 * @typedef {object} Door
 * @property {string} name as the table of SIZES.md has it, in Markdown
 * @property {string} folder
 * @property {string} code what the application writes
 * @property {'browser' | 'node'} platform
 * @property {{ readonly ours: number, readonly whole: number }} ceilings
 */

/** Every query; the same entry point has places as people type them, and names, too. */
const queries =
  'article, chapterAudio, coreChapter, coreChapters, coreVerse, coreVersesOfChapter, mushafPage, mushafPageOf, mushafVerses, mushafVerseWords, onceAll, query, sideBySide, includePartial, tafsirChapter, tafsirPassage, together, translationChapter, translationJuz, translationPage, translationRange, translationVerse, verseAudio, verseWords, wordByWord'

/** @type {readonly Door[]} */
export const entryPoints = [
  {
    name: '`createWaraq` of `waraq`, before a person’s data or the search is first used',
    folder: 'application',
    code: "export { createWaraq } from 'waraq'",
    platform: 'browser',
    // `connectSyncEngine` and the store, with two kilobytes that put them together and hold live queries. Three quarters of one are the
    // price of a search that loads later: it shares the link to a worker, which becomes a file of its own and compresses by itself.
    // Options that are wrong are refused where they are given, and a name holds for user data, too: 0.3 kB. That a
    // query is pending during the first download takes 1.1 kB: it needs to know what is subscribed to, fetched and complete.
    // That a server which is not there is named with its address and with what has to run there takes 0.1 kB.
    ceilings: { ours: 26_430, whole: 55_440 },
  },
  {
    name: '`connectSyncEngine` of `waraq`',
    folder: 'page',
    code: "export { connectSyncEngine } from 'waraq'",
    platform: 'browser',
    // It sees whether its device slept, and which tabs were open before it; and tells again what there was no room for. Half a
    // hundred bytes, here and where databases are followed, keep a frozen page from beginning transactions.
    ceilings: { ours: 7000, whole: 8440 },
  },
  {
    name: '`openContentStore` of `waraq`',
    folder: 'store',
    code: "export { openContentStore } from 'waraq'",
    platform: 'browser',
    // Half a kilobyte reads a first snapshot while it arrives; the entry points that hold a store have it, too.
    ceilings: { ours: 13_480, whole: 40_840 },
  },
  {
    name: '`readOnce` of `waraq/quran`, for the text before everything else',
    folder: 'read-once',
    code: "export { readOnce } from 'waraq/quran'",
    platform: 'browser',
    ceilings: { ours: 7080, whole: 7150 },
  },
  {
    name: '`waraq/worker`',
    folder: 'worker',
    code: "import 'waraq/worker'",
    platform: 'browser',
    // Nearly two kilobytes check each record where it is read, and as many let subscriptions share a token; half of one says who
    // waits for a sync and spreads tries out. One leaves newer editions for later, and a page that slept finds its turn.
    // Three quarters of one tell of a first snapshot while it is stored, and read it. Half of one lets first what a person waits for. One
    // repairs a database that cannot be read, looks where readers met damage, and keeps caches from answering.
    // A third of a kilobyte is who asked for a subscription, and a second worker beside one that is late.
    // What a page subscribes to before it starts is fetched with the start: 0.1 kB.
    ceilings: { ours: 59_010, whole: 93_340 },
  },
  {
    name: '`waraq/service-worker`',
    folder: 'service-worker',
    code: "export { handleBackgroundSync } from 'waraq/service-worker'",
    platform: 'browser',
    // A third of a kilobyte is the limits of bodies, and the leadership over a port; half of one reads messages and reports of writes. Nearly two let
    // subscriptions share a token, and half of one says who waits for a sync. One leaves newer editions for later, and half of one lets first what a person
    // waits for.
    // The same: 0.1 kB.
    ceilings: { ours: 58_350, whole: 91_460 },
  },
  {
    name: 'the queries of `waraq/quran`',
    folder: 'readers',
    code: `export { ${queries} } from 'waraq/quran'`,
    platform: 'browser',
    ceilings: { ours: 6420, whole: 6420 },
  },
  {
    name: '`parsePlace` of `waraq/quran`',
    folder: 'places',
    code: "export { parsePlace } from 'waraq/quran'",
    platform: 'browser',
    // Mostly names of chapters and their spellings. One kilobyte reads lists of places, Roman numbers and words of more languages.
    // English meanings of all chapters take 1.6 kB, here and where the search reads places.
    ceilings: { ours: 10_910, whole: 10_910 },
  },
  {
    name: '`safeNodes` of `waraq/html`',
    folder: 'safe-nodes',
    code: "export { safeNodes } from 'waraq/html'",
    platform: 'browser',
    // A sixth of a kilobyte reads simple texts without DOMPurify, `simpleNodes`; some bytes know paths of the service's own site.
    ceilings: { ours: 3060, whole: 13_100 },
  },
  {
    name: '`plainText` of `waraq/html`',
    folder: 'plain-text',
    code: "export { plainText } from 'waraq/html'",
    platform: 'browser',
    ceilings: { ours: 960, whole: 19_400 },
  },
  {
    name: '`openFonts` of `waraq/files`, beside a store',
    folder: 'fonts',
    code: "export { openContentStore } from 'waraq'; export { openFonts } from 'waraq/files'",
    platform: 'browser',
    // What any files that rows name need: parts, ranges, pauses, other kinds.
    ceilings: { ours: 25_700, whole: 53_060 },
  },
  {
    name: '`openRecordings` of `waraq/files`, beside a store',
    folder: 'recordings',
    code: "export { openContentStore } from 'waraq'; export { openRecordings } from 'waraq/files'",
    platform: 'browser',
    // A closed store listens no more: 26 bytes.
    ceilings: { ours: 25_790, whole: 53_130 },
  },
  {
    name: '`openFiles` of `waraq/files`, beside a store',
    folder: 'files',
    code: "export { openContentStore } from 'waraq'; export { openFiles } from 'waraq/files'",
    platform: 'browser',
    // What failed in passing is tried again after a rest.
    ceilings: { ours: 24_250, whole: 51_410 },
  },
  {
    name: '`openCatalogue` of `waraq/quran`',
    folder: 'catalogue',
    code: "export { openCatalogue } from 'waraq/quran'",
    platform: 'browser',
    ceilings: { ours: 4170, whole: 37_500 },
  },
  {
    name: '`connectSearch` of `waraq/search`',
    folder: 'search-page',
    code: "export { connectSearch } from 'waraq/search'",
    platform: 'browser',
    // Most of it is the link to a worker, which an application has already with `connectSyncEngine`.
    ceilings: { ours: 4_750, whole: 6_150 },
  },
  {
    name: '`waraq/search-worker`',
    folder: 'search-worker',
    code: "import 'waraq/search-worker'",
    platform: 'browser',
    // What makes words of HTML is the engine's own, and takes the place of a larger part of htmlparser2. Eight kilobytes read places as
    // people type them, with names in Cyrillic and Indian letters, and four know orthographies, of Arabic and of other scripts; four tenths of one set blanks as Persian and Urdu writers do.
    ceilings: { ours: 38_080, whole: 89_800 },
  },
  {
    name: '`createContentClient` of `waraq/client`',
    folder: 'client',
    code: "export { createContentClient } from 'waraq/client'",
    platform: 'browser',
    // A proxy that is not there is named with its address and with what has to run there: 0.1 kB.
    ceilings: { ours: 9840, whole: 15_590 },
  },
  {
    name: '`userClientOf` of `waraq/client`, collections alone',
    folder: 'user-client-part',
    code: "import { backendConnection, collections, userClientOf } from 'waraq/client'; export const user = userClientOf({ collections }, { connection: backendConnection({ root: '/api' }) })",
    platform: 'browser',
    // A call says whose data it is about, asks its caller right before `fetch`, and tells what each answer says of itself.
    ceilings: { ours: 9200, whole: 16_040 },
  },
  {
    name: '`createUserClient` of `waraq/client`',
    folder: 'user-client',
    code: "export { createUserClient } from 'waraq/client'",
    platform: 'browser',
    // A tenth of a kilobyte lets an operation have headers and refusals of its own, as App State does.
    ceilings: { ours: 15_590, whole: 23_230 },
  },
  {
    name: '`useLiveQuery` of `waraq/react`',
    folder: 'react',
    code: "export { useLiveQuery, WaraqProvider } from 'waraq/react'",
    platform: 'browser',
    // Part of it is the value that is watched, which the page's other entry points have, too. The rest of a hundred bytes hydrates from
    // answers at hand.
    // Half a kilobyte keeps an empty result out of the first render while its text is being downloaded.
    ceilings: { ours: 1940, whole: 2710 },
  },
  {
    name: '`useLiveQuery` of `waraq/vue`',
    folder: 'vue',
    code: "export { useLiveQuery, WaraqPlugin } from 'waraq/vue'",
    platform: 'browser',
    // 0.3 kB of it and of the three below are the errors of the protocol. `whole` has the framework, which the application has anyway.
    ceilings: { ours: 800, whole: 7_670 },
  },
  {
    name: '`useLiveQuery` of `waraq/svelte`',
    folder: 'svelte',
    code: "export { setApp, useLiveQuery } from 'waraq/svelte'",
    platform: 'browser',
    ceilings: { ours: 705, whole: 8_410 },
  },
  {
    name: '`useLiveQuery` of `waraq/solid`',
    folder: 'solid',
    code: "export { useLiveQuery, WaraqProvider } from 'waraq/solid'",
    platform: 'browser',
    ceilings: { ours: 750, whole: 3_180 },
  },
  {
    name: '`injectLiveQuery` of `waraq/angular`',
    folder: 'angular',
    code: "export { injectLiveQuery, provideWaraq } from 'waraq/angular'",
    platform: 'browser',
    ceilings: { ours: 820, whole: 83_700 },
  },
  {
    name: '`useFavorite` of `waraq/react`, beside `openUserData`',
    folder: 'react-user',
    code: "export { openUserData } from 'waraq/user'; export { useFavorite, UserDataProvider } from 'waraq/react'",
    platform: 'browser',
    // Without the hooks it is what `openUserData` of `waraq/user` weighs.
    // One kilobyte moves accounts, in turns and with what a person does in that moment.
    // Time read, which is counted at most once, the question to keep what is stored, and pages that freeze: 1.4 kB.
    // Three reading bookmarks, with names, at verses and pages: 0.8 kB.
    // What other pages post is read before it is believed, in place of Dexie's `liveQuery`: 0.6 kB.
    // Damaged data is repaired and opened again: 1.0 kB.
    // Undo of each mutation, times and order of what is kept, collections set exactly: 0.8 kB.
    // Names of the field, which are longer than ours were: 0.05 kB.
    // A favorite is noted before it is written, so that it survives a page that ends: 0.8 kB.
    ceilings: { ours: 37_280, whole: 72_600 },
  },
  {
    name: '`openUserData` with `userFeed` of `waraq/user`',
    folder: 'user-feed',
    code: "export { openUserData } from 'waraq/user'; export { userFeed } from 'waraq/user'",
    platform: 'browser',
    // Reading bookmarks in two forms, which each service tells by its rows: 1.9 kB with those of the line above.
    // Reading sessions by the times of their acts: 0.5 kB beside that of the line above. Reads that nobody answers, asked again: 0.2.
    // Names of the field, which are longer than ours were: 0.03 kB.
    ceilings: { ours: 43_220, whole: 77_950 },
  },
  {
    name: '`openAppState` of `waraq/app-state`, without `@quranjs/api`',
    folder: 'app-state',
    code: "export { openAppState } from 'waraq/app-state'",
    platform: 'browser',
    // A third of it asks the service, and a tenth measures out the waits after failures. As above, it hears of writes by itself.
    ceilings: { ours: 15_570, whole: 47_830 },
  },
  {
    name: '`Collection` of `@waraq/protocol/user`',
    folder: 'user-collection',
    code: "export { Collection } from '@waraq/protocol/user'",
    platform: 'browser',
    ceilings: { ours: 250, whole: 5700 },
  },
  {
    name: 'all of `@waraq/protocol/user`',
    folder: 'user-contract',
    code: "export * from '@waraq/protocol/user'",
    platform: 'browser',
    // With the feed of user data and each form of what is pushed, reading bookmarks included.
    ceilings: { ours: 12_020, whole: 19_820 },
  },
  {
    name: '`createTokenRelay` of `@waraq/relay`',
    folder: 'relay',
    code: "export { createTokenRelay } from '@waraq/relay'",
    platform: 'node',
    // With the sketch that counts clients, and the queue of those that a limit refuses.
    ceilings: { ours: 7_850, whole: 12_200 },
  },
  {
    name: '`createContentProxy` of `@waraq/relay`',
    folder: 'content-proxy',
    code: "export { createContentProxy } from '@waraq/relay'",
    platform: 'node',
    // With the sketch and the queue, and slots that give way, counted by owner and client.
    ceilings: { ours: 11_470, whole: 16_150 },
  },
  {
    name: '`createUserDataProxy` of `@waraq/relay`',
    folder: 'user-data-proxy',
    code: "export { createUserDataProxy } from '@waraq/relay'",
    platform: 'node',
    // With the content proxy's rules of paths, and of headers that go on.
    // A cookie is read by Hono's parser; with the sketch that counts clients.
    // It knows who signed in, and compares that with whom a request is about.
    // A tenth of a kilobyte passes the conditions of writes on.
    ceilings: { ours: 11_480, whole: 17_140 },
  },
]

/** Packages that `ours` is without. */
export const others = [
  '@angular/core',
  'comlink',
  'dexie',
  'dompurify',
  'hono',
  'htmlparser2',
  'oauth4webapi',
  'react',
  'solid-js',
  'svelte',
  'vue',
  'zod',
]

/** Packages that no entry point may load before they are needed. */
export const onlyWhenNeeded = ['fake-indexeddb']
