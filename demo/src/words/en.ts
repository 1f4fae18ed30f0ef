import type { ErrorCode } from '@waraq/protocol'
import type { ScheduleReason, StorageStatus } from 'waraq'
import { enReading } from './en-reading.ts'
import { figuresOf } from './figures.ts'

/** English. Every other language has the same lines: `Words` is made of this file, so a missing one does not compile. */

const figures = figuresOf('en', { justNow: 'just now', soon: 'in less than a minute' })
const { bytes, count, relativeTime, number } = figures

const countRows = (value: number) => count(value, { one: '# row', other: '# rows' })
const verses = (value: number) => count(value, { one: '# verse', other: '# verses' })

/** "in 5 minutes", or "now" for a time that has passed: the engine is about to begin. */
function soon(time: number, now: number): string {
  return time <= now ? 'now' : relativeTime(time, now)
}

/** Why the next sync comes at its time; the page shows it after the time. */
const reasons: Readonly<Record<ScheduleReason, string>> = {
  interval: 'as usual',
  retry: 'the last one failed',
  offline: 'there is no connection; sooner when it is back',
  online: 'the connection is back',
  slept: 'this device slept',
  service_asked: 'the service asked to wait until then',
  budget: 'the last one was cut short and goes on',
  asked: 'there is something new to fetch',
  data_saver: 'this device saves data',
  rate_budget: 'there were many syncs lately',
  under_way: 'one is under way',
  never_synced: 'nothing was synced yet',
  nothing_subscribed: 'nothing is kept',
  needs_help: 'something has to be done first',
  paused: 'syncing is paused',
}

/** The engine's reasons for a withdrawal; the service's own reasons are shown as they come. */
const withdrawals: Readonly<Record<string, string>> = {
  deleted: 'it was taken out of the collection',
  absent_from_bootstrap: 'it is no longer listed',
  snapshot_not_found: 'it has no copy to fetch',
}

/** One resource of a group that has no name of its own. */
const groups: Readonly<Record<string, string>> = {
  articles: 'Article',
  chapter_recitations: 'Recitation by chapter',
  mushafs: 'Mushaf',
  quran_core: 'Arabic text by verse',
  recitations: 'Recitation',
  tafsirs: 'Tafsir',
  translations: 'Translation',
  word_by_word_translations: 'Word by word',
  word_by_word_transliterations: 'Transliteration',
}

/** Where a chapter was revealed. */
type Place = 'makkah' | 'madinah' | null

const storageStates: Readonly<Record<StorageStatus['state'], string>> = {
  ok: 'There is room',
  tight: 'Little room is left',
  full: 'No room is left',
  evicted: 'Cleared by the browser',
  memory: 'Nothing is stored',
  unknown: 'The room is not known',
}

const noRoom =
  'The browser does not let this site store more. What was stored before is still here. Free some space, or remove texts that you do not need.'

/** What happened and what to do, by the engine's code. Its own words are for those who build readers. */
const problems: Readonly<Partial<Record<ErrorCode, string>>> = {
  network: 'The service did not answer. Check the connection.',
  timeout: 'The answer took too long. Try again.',
  token_unavailable: 'This reader was not let in. Try again later.',
  unauthorized: 'The service did not let this reader in. Try again later.',
  proxy_refused: 'The server of this reader refused. Sign in again, or ask whoever runs this reader.',
  forbidden: 'The service does not allow this content here. Ask whoever runs this reader.',
  rate_limited: 'The service asked to slow down. It is tried again by itself.',
  service_failed: 'Something went wrong at the service. It is tried again by itself.',
  not_json: 'The answer made no sense. It is tried again by itself.',
  invalid_response: 'The answer made no sense. It is tried again by itself.',
  cached_answer: 'An old copy came instead of the answer. It is tried again by itself.',
  truncated_body: 'The answer broke off. It is tried again by itself.',
  stale_snapshot: 'The service sent an old copy. It is asked for again.',
  content_stale:
    'Nothing has confirmed this text for more than seven days, so it is not shown until a sync does.',
  wrong_snapshot: 'The service sent another copy than the one that was wanted. It is asked for again.',
  snapshot_not_found: 'There is no copy of it to fetch at present.',
  feed_inconsistent: 'The list of changes does not fit together. It is tried again by itself.',
  feed_loop: 'The list of changes has no end. Try again later.',
  feed_too_large: 'The list of changes is too long. The next try fetches the texts as a whole.',
  feed_went_back: 'The list of changes went back. It is tried again by itself.',
  resync_loop: 'The service asks to begin again time after time. Try again later.',
  foreign_address: 'The service named an address that is not its own, which was not followed.',
  invalid_resources: 'The service does not know what was asked for.',
  quota_exceeded: 'There is not enough room. Free some space, or remove texts that you do not need.',
  storage_blocked: 'Another tab keeps the library busy. Close the other tabs, then try again.',
  storage_failed: 'The storage of this device could not be used. Reload the page.',
  storage_lost: 'The browser cut the connection to its storage. Reload the page.',
  storage_unavailable: 'The storage is not available. Allow this site to store data, then reload the page.',
  newer_format: 'A newer version of this reader keeps the library. Reload the page.',
  worker_lost: 'The part of this reader that syncs was ended. What had arrived is kept; try again.',
  worker_failed: 'The part of this reader that syncs does not start. Reload the page.',
  resource_damaged: 'Part of a text was lost on this device; it is fetched again.',
  budget_spent: 'The sync stopped before its end and goes on later.',
}

export const en = {
  figures,
  name: 'Waraq',
  home: 'Waraq, home',
  skip: 'Skip to the content',
  reload: 'Reload',
  openingPage: 'Opening…',
  notLoaded: 'This page could not be opened. Reload to try again.',
  retry: 'Try again',
  later: 'Later',
  hide: 'Hide',
  title: (page: string) => `${page} – Waraq`,
  credits:
    'Sandbox content: text and translations from quran-json (CC BY 4.0). Where juz begin: quran-meta (MIT). Arabic set in Amiri and Noto Sans Arabic (OFL).',
  noConfig: 'The settings of this reader could not be loaded. Check the connection and reload the page.',

  navigation: {
    label: 'Main',
    read: 'Read',
    library: 'Library',
    search: 'Search',
    saved: 'Saved',
    more: 'More',
    account: 'Account',
    storage: 'Storage',
    sync: 'Sync',
    settings: 'Settings',
  },

  /** `message`: the engine's own words, for a problem that this reader does not know. */
  problem: (code: string, message: string) => problems[code as ErrorCode] ?? message,

  unknown: {
    title: 'There is no such page',
    text: (address: string) =>
      `Nothing is found at “${address}”. The address may be mistyped or older than this reader.`,
    home: 'Go to the start',
  },

  welcome: {
    title: 'The Quran on your device, with or without a connection',
    text: 'Waraq keeps the Arabic text and the translations that you choose in this browser, and brings changes to them with every sync. Choose translations to begin.',
    choose: 'Choose translations',
  },

  sync: {
    region: 'Sync',
    now: 'Sync now',
    running: 'Syncing',
    resume: 'Go on',
    /** In a word or two: the sign has no room for more. */
    states: {
      empty: 'Nothing kept yet',
      syncing: 'Syncing',
      offline: 'Offline',
      problem: 'Something is wrong',
      waiting: 'Not complete yet',
      paused: 'Paused',
      stale: 'Out of date',
      current: 'Up to date',
    },
    paused: 'Paused',
    opening: 'Opening the library…',
    noEngine: 'Syncing is not possible at present',
    readOnly: 'Reading only: a newer version keeps this library',
    empty: 'Nothing is kept on this device yet.',
    here: 'Syncing…',
    elsewhere: 'Another tab or the background is syncing…',
    asking: 'Asking for a sync…',
    fromDevice: 'shown from this device',
    tryingAgain: 'trying again…',
    incomplete: 'Not everything has arrived yet',
    noRoom: 'Not everything fits on this device',
    synced: (time: number, now: number) => `Last synced ${relativeTime(time, now)}`,
    stale: (time: number, now: number) => `Out of date: last synced ${relativeTime(time, now)}`,
    syncedAside: (time: number, now: number) => `last synced ${relativeTime(time, now)}`,
    staleAside: (time: number, now: number) => `out of date, last synced ${relativeTime(time, now)}`,
    reading: (pages: number) =>
      pages === 0
        ? 'Asking what is new'
        : `Reading what is new: ${count(pages, { one: '# page', other: '# pages' })}`,
    fetching: (done: number, total: number) =>
      `Fetching: ${number(done)} of ${count(total, { one: '# text', other: '# texts' })} here`,
    settling: 'Putting it in place',
    next: (time: number, now: number, reason: ScheduleReason, failures: number) => {
      if (reason === 'under_way')
        return 'A sync was begun and goes on; if its tab is gone, another begins at once'
      const label = failures > 0 ? 'Next try' : 'Next sync'
      const tries = failures > 1 ? ` after ${number(failures)} failed tries` : ''
      const why = reason === 'interval' ? '' : `: ${reasons[reason]}`
      return `${label} ${soon(time, now)}${tries}${why}`
    },
    noNext: (reason: ScheduleReason) => `No sync comes by itself: ${reasons[reason]}`,
    refused: (reason: ScheduleReason, time: number | null, now: number) =>
      time === null
        ? `Not now: ${reasons[reason]}`
        : `Not now: ${reasons[reason]}. Ask again ${soon(time, now)}.`,
    failed: (code: string) =>
      problems[code as ErrorCode] ??
      `The last sync failed (${code.replaceAll('_', ' ')}). Try again; reload the page if that does not help.`,
    unknownTrouble: 'The part that syncs failed for a reason that is not known. Reload the page.',
  },

  notices: {
    region: 'Notices',
    slow: {
      title: 'The library takes long to open',
      text: 'Another tab may hold it. What is on this device is shown as soon as it opens.',
    },
    closed: { title: 'The library does not open' },
    stopped: {
      title: 'Syncing has stopped',
      text: 'The part of this reader that syncs does not start. You can read what is here. Try again, or reload the page.',
    },
    restarting: {
      title: 'Syncing is being started again',
      text: 'The part of this reader that syncs was ended. You can go on reading.',
    },
    newerFormat: {
      title: 'A newer version of this reader keeps the library',
      text: 'You can read what is here, and nothing is changed. Reload to get the newer version.',
    },
    evicted: {
      title: 'The library was cleared',
      text: 'The browser, or another tab, deleted what was stored here. What you had chosen is fetched again as soon as the service can be reached.',
    },
    memory: { title: 'This browser stores nothing for this site' },
    full: { title: 'There is no room for everything' },
    refused: { title: 'Changes do not arrive at present' },
    notNow: 'The sync has to wait',
    failed: 'That did not work',
    offlineEmpty: {
      title: 'There is no connection',
      text: 'Nothing is kept on this device yet. What you choose in the library is fetched as soon as there is a connection.',
    },
    update: {
      title: 'A new version is ready',
      text: 'It takes the place of this one when the page is reloaded.',
    },
  },

  library: {
    title: 'Library',
    choose:
      'Choose what to keep on this device. It is fetched in the background and stays readable without a connection.',
    unlisted: (group: string, id: number) => `${groups[group] ?? group} ${id}`,
    arabic: 'Arabic text',
    arabicAbout: 'Comes with the first translation and stays as long as there is one',
    mushaf: 'Mushaf',
    mushafAbout: 'The Arabic text as it is printed, page by page; word by word needs it too',
    stays: 'Stays as long as something that is kept needs it',
    total: (texts: number, size: number) =>
      `${count(texts, { one: '# text', other: '# texts' })} on this device · ${bytes(size)}`,
    kinds: {
      mushafs: 'Arabic text and mushafs',
      translations: 'Translations',
      tafsirs: 'Tafsirs',
      words: 'Word by word',
      recitations: 'Recitations',
      articles: 'Articles',
      others: 'Others',
    },
    search: 'Search the library by name or author',
    placeholder: 'Name or author',
    language: 'Language',
    allLanguages: 'All languages',
    show: 'Show',
    shows: { all: 'All', kept: 'Kept' },
    none: 'Nothing in the library fits this search.',
    nothingKept: 'Nothing is kept on this device yet.',
    about: (size: number) => `about ${bytes(size)}`,
    /** Recitations are lists of addresses; the sound itself is no part of them. */
    withoutSound: 'times and addresses, without the sound',
    unoffered: 'Not available at present',
    arrived: (names: string) => `On this device now: ${names}`,
    pause: 'Pause fetching',
    resume: 'Go on fetching',
    paused: 'Paused. What was begun is kept, and nothing is fetched until you go on.',
  },

  resource: {
    waiting: 'Waiting for its turn',
    nextSync: 'Comes with the next sync',
    needed: (message: string) => `Not here yet. ${message}`,
    cutShort: 'Begun; goes on with the next sync',
    of: (received: number, whole: number) => `${bytes(received)} of ${bytes(whole)}`,
    ofAbout: (received: number, whole: number) => `${bytes(received)} of about ${bytes(whole)}`,
    soFar: (received: number) => `${bytes(received)} so far`,
    writing: (rows: number) => `Writing, ${countRows(rows)} so far`,
    withRows: (received: string, rows: number) => `${received} · ${countRows(rows)}`,
    paused: 'Comes when fetching goes on',
    mending: 'Being fetched anew',
    placing: 'Putting it in place',
    unavailable: (reason: string | null) =>
      `Withdrawn: the service does not offer it at present${reason === null ? '' : ` (${withdrawals[reason] ?? reason.replaceAll('_', ' ')})`}`,
    damaged: 'Part of it was lost on this device; the next sync mends it',
    here: (contents: string, size: number) => `On this device · ${contents} · ${bytes(size)}`,
    inMemory: (contents: string, size: number) => `In memory · ${contents} · ${bytes(size)}`,
    updateNeeded: 'An update is still to come',
    refresh: (time: number, now: number) =>
      time <= now
        ? 'A newer edition comes with the next sync'
        : `A newer edition comes at about ${figures.timeOfDay(time)}`,
    stale: (time: number, now: number) => `Out of date: last confirmed ${relativeTime(time, now)}`,
    units: { verse: verses, row: countRows },
  },

  storage: {
    title: 'Storage',
    site: 'This site on the device',
    used: 'Used by this site',
    available: 'Still free for it',
    estimate: (value: number) => `about ${bytes(value)}`,
    estimated: 'Sizes are the browser’s own estimate.',
    kept: 'Kept when space runs short',
    persisted: {
      yes: 'Yes, the browser promised it',
      no: 'Not promised',
      unknown: 'The browser does not say',
    },
    askForPersistence:
      'Install this site or allow it persistent storage, so that the browser does not clear it.',
    states: storageStates,
    ask: 'Ask the browser to keep it',
    refused: 'The browser did not promise it. Installing the site, or using it often, usually changes that.',
    texts: 'Texts on this device',
    recordings: 'Recordings on this device',
    noRecordings: 'None yet. A chapter has a button that keeps its recordings.',
    compressed:
      'Sizes are those of the texts. Browsers may store them in less room, and some take a while to give room back.',
    unread: 'not read so far',
    lastRead: (time: number) => `last read ${figures.day(time)}`,
    goesFirst: 'Would make room first',
    remove: 'Remove',
    removeNamed: (name: string) => `Remove ${name}`,
    removed: (name: string) => `Removed: ${name}`,
    /** The engine's own words for a state are English and end with what to do. */
    why: (state: StorageStatus['state'], message: string) => (state === 'full' ? noRoom : message),
  },

  chapters: {
    title: 'Chapters',
    search: 'Search chapters by name or number',
    placeholder: 'Name or number',
    none: (query: string) => `No chapter is called “${query}”.`,
    about: (meaning: string | null, total: number, _place: Place) =>
      [...(meaning === null ? [] : [meaning]), verses(total)].join(' · '),
    loading: 'Asking for the list of translations and chapters…',
    notLoaded: (problem: string) => `The list of translations and chapters could not be loaded. ${problem}`,
  },

  chapter: {
    ordinal: (chapter: number) => `Chapter ${number(chapter)}`,
    facts: (meaning: string | null, total: number, place: Place) => {
      const places = { makkah: ['Revealed in Makkah'], madinah: ['Revealed in Madinah'] }
      return [...(meaning === null ? [] : [meaning]), verses(total), ...(place ? places[place] : [])].join(
        ' · ',
      )
    },
    back: 'Back',
    all: 'All chapters',
    others: 'Other chapters',
    opening: 'Opening the chapter…',
    onItsWay: 'This chapter is on its way…',
    notHere: 'This chapter has not arrived yet. It comes with the next sync.',
    empty: 'Nothing is kept on this device yet.',
    choose: 'Choose translations to read here',
    unreadable: 'The library could not be read. Reload the page.',
    verse: (key: string) => `Verse ${key}`,
    footnote: (mark: string) => `Footnote ${mark}`,
  },

  read: {
    title: 'Read',
    continue: 'Go on reading',
    at: (place: string, time: string) => `${place} · ${time}`,
    kinds: 'Ways through the text',
    chapters: 'Chapters',
    juzs: 'Juz',
    pages: 'Pages',
    juz: (juz: number) => `Juz ${number(juz)}`,
    page: (page: number) => `Page ${number(page)}`,
    verse: (chapter: string, verse: number) => `${chapter}, verse ${number(verse)}`,
    pageNumber: 'Page number',
    go: 'Go',
    begins: (chapter: string, verse: number) => `begins at ${chapter}, verse ${number(verse)}`,
  },

  panel: {
    title: 'Sync',
    about: 'What the sync engine does, for developers.',
    none: 'none',
    never: 'never',
    next: 'Next',
    role: 'This tab',
    roles: { writer: 'writes', follower: 'follows another tab', idle: 'rests' },
    commits: 'Commits',
    store: 'Store',
    stores: { indexeddb: 'IndexedDB', memory: 'memory' },
    now: 'Now',
    rest: 'No run is under way.',
    mode: 'Mode',
    modes: { bootstrap: 'bootstrap', incremental: 'incremental' },
    phases: {
      opening: 'opening',
      paging: 'paging',
      planning: 'planning',
      fetching: 'fetching',
      committing: 'committing',
      settled: 'settled',
    },
    resourcePhases: {
      waiting: 'waiting',
      downloading: 'downloading',
      writing: 'writing',
      committing: 'received',
      done: 'done',
      unavailable: 'unavailable',
      needed: 'needed',
    },
    pages: 'Pages',
    mutations: 'Changes',
    snapshots: 'Snapshots',
    of: (done: number, total: number) => `${number(done)} of ${number(total)}`,
    subscriptions: 'Subscriptions',
    sequence: 'Current at sequence',
    resources: 'Resources',
    currentAt: 'Last current',
    retryAt: 'Next try',
    emptyGroups: 'Groups without resources',
    underWay: 'batch begun',
    stale: 'out of date',
    fetchAnew: 'Fetch anew',
    fetchAnewNamed: (filter: string) => `Fetch anew: ${filter}`,
    timeline: 'Timeline',
    noRuns: 'No run was seen since this page was opened.',
    unseen: 'went by unseen',
    asSeen: 'as far as seen',
    running: 'under way',
    ended: 'ended',
    elsewhere: 'in another tab',
    nextTry: (time: number) => `next try at ${figures.clock(time)}`,
    outcomes: { current: 'current', partial: 'partial', interrupted: 'interrupted', failed: 'failed' },
    sandbox: 'Sandbox',
    sandboxAbout:
      'The service is a sandbox on this machine. These buttons change it or have it fail; the next sync shows what the engine makes of it.',
    faults: {
      snapshot503: '503 on the next snapshot',
      cutBody: 'Cut the next snapshot’s body',
      wait7Seconds: '429 for 7 seconds',
      expireTokens: 'Expire tokens',
      compactLog: 'Compact the log',
      clearFaults: 'Clear faults',
      correct: 'Correct a verse',
      withdraw: 'Withdraw a translation',
      restore: 'Restore it',
    },
    corrected: (time: string) => `corrected at ${time}`,
    done: (name: string, sequence: number | null) =>
      sequence === null ? `Done: ${name}` : `Done: ${name} · sequence ${number(sequence)}`,
    refused: (name: string, message: string) => `Not done: ${name}. ${message}`,
  },

  more: {
    title: 'More',
    account: 'What waits, and signing in',
    storage: 'What is kept here, and how much room it takes',
    settings: 'Language, appearance, text size',
    sync: 'What the engine does, for developers',
  },

  settings: {
    title: 'Settings',
    language: 'Language',
    theme: 'Appearance',
    themes: { system: 'As on this device', light: 'Light', sepia: 'Sepia', dark: 'Dark' },
    textSize: 'Text size',
    arabicSize: 'Arabic text',
    translationSize: 'Translations',
    sizes: (share: number) => figures.share(share),
    sample: 'In the name of Allah, the Entirely Merciful, the Especially Merciful.',
    translations: 'Translations side by side',
    translationsHint: 'Of those that are on this device. They are shown below each verse.',
    noTranslations: 'No translation is on this device yet.',
    kept: 'Settings are kept in this browser only.',
  },

  reading: enReading(figures),
}

/** Functions and texts of the same names, in another language. */
export type Words = typeof en
