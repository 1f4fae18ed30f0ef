import type { ErrorCode } from '@waraq/protocol'
import type { ScheduleReason, StorageStatus } from 'waraq'
import { enReading } from './en-reading.ts'
import { figuresOf } from './figures.ts'

/** English. `Words` is the type of this file, so another language with a missing line does not compile. */

const figures = figuresOf('en', { justNow: 'just now', soon: 'in less than a minute' })
const { bytes, count, relativeTime, number } = figures

const verses = (value: number) => count(value, { one: '# verse', other: '# verses' })

/** "in 5 minutes", or "now" for a time that has passed, because the engine is about to start. */
function soon(time: number, now: number): string {
  return time <= now ? 'now' : relativeTime(time, now)
}

/** Reasons for the time of the next sync. The page shows them after the time. */
const reasons: Readonly<Record<ScheduleReason, string>> = {
  interval: 'as scheduled',
  retry: 'the last sync failed',
  offline: 'no connection; sooner when it is back',
  online: 'the connection is back',
  slept: 'this device was asleep',
  service_asked: 'the service asked to wait',
  budget: 'the last sync was interrupted',
  asked: 'there is something new to download',
  data_saver: 'data saver is on',
  rate_budget: 'too many syncs recently',
  in_progress: 'a sync is in progress',
  never_synced: 'nothing was synced yet',
  nothing_subscribed: 'nothing is downloaded',
  needs_help: 'something needs your attention',
  paused: 'downloads are paused',
}

/** The engine's reasons for a withdrawal. The service's own reasons are shown as received. */
const withdrawals: Readonly<Record<string, string>> = {
  deleted: 'removed from the collection',
  absent_from_bootstrap: 'no longer listed',
  snapshot_not_found: 'nothing to download',
}

/** Names for single resources without their own name, by group. */
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
  ok: 'Enough space',
  tight: 'Low on space',
  full: 'Out of space',
  evicted: 'Cleared by the browser',
  memory: 'Nothing is saved',
  unknown: 'Unknown space',
}

const mayDelete =
  'The browser may delete your downloads when it needs space. Install this site or allow persistent storage to keep them.'

const storageWhy: Readonly<Record<StorageStatus['state'], string>> = {
  ok: `There is enough space. ${mayDelete}`,
  tight: 'Your downloads may not fit. Free up some space to be sure.',
  full: 'The browser does not let this site store more. Your downloads are still here. Free up some space, or remove texts that you do not need.',
  evicted: 'The browser deleted what this site had stored. Sync to download it again.',
  memory:
    'The browser does not let this site save data, as in a private window. Your downloads are gone when you close the page. Leave the private window, or allow this site to save data.',
  unknown: `The browser does not say how much space is available. ${mayDelete}`,
}

/** If the browser has agreed to keep what is stored. */
const storageWhyKept: Readonly<Partial<Record<StorageStatus['state'], string>>> = {
  ok: 'There is enough space, and the browser keeps your downloads.',
  unknown: 'The browser does not say how much space is available. It keeps your downloads.',
}

/** What happened and what to do, by the engine's code. The engine's own messages are for developers. */
const problems: Readonly<Partial<Record<ErrorCode, string>>> = {
  network: 'The service is not responding. Check your connection.',
  timeout: 'The request took too long. Try again.',
  token_unavailable: 'Access to the service was denied. Try again later.',
  unauthorized: 'The service denied access. Try again later.',
  proxy_refused: 'The server denied access. Sign in again, or contact the administrator of this site.',
  forbidden: 'The service does not allow this content here. Contact the administrator of this site.',
  rate_limited: 'Too many requests. Retrying automatically.',
  service_failed: 'The service has a problem. Retrying automatically.',
  not_json: 'The service sent an invalid response. Retrying automatically.',
  invalid_response: 'The service sent an invalid response. Retrying automatically.',
  cached_answer: 'The response was out of date. Retrying automatically.',
  truncated_body: 'The download was interrupted. Retrying automatically.',
  stale_snapshot: 'The download was out of date. Retrying automatically.',
  content_stale:
    'This text has not been checked for more than seven days. Connect to the internet to show it again.',
  wrong_snapshot: 'The service sent the wrong text. Retrying automatically.',
  snapshot_not_found: 'It is not available for download right now.',
  snapshot_too_large: 'The download is too large. Contact the administrator of this site.',
  feed_inconsistent: 'The list of updates is not consistent. Retrying automatically.',
  feed_loop: 'The list of updates is not valid. Try again later.',
  feed_too_large: 'There are too many updates. Your texts will be downloaded again in full.',
  feed_went_back: 'The list of updates was out of date. Retrying automatically.',
  resync_loop: 'The service keeps starting over. Try again later.',
  foreign_address: 'The service pointed to an unknown address, which was blocked.',
  invalid_resources: 'The service does not know this text.',
  not_listed: 'The service does not offer this text.',
  file_mismatch: 'The downloaded file is not valid. Try again later.',
  file_unusable: 'The downloaded file cannot be used. Try again later.',
  font_refused: 'The browser cannot use the downloaded font.',
  quota_exceeded: 'There is not enough space. Free up some space, or remove texts that you do not need.',
  storage_blocked: 'Another tab is using the library. Close the other tabs, then try again.',
  storage_failed: 'The storage of this device could not be used. Reload the page.',
  storage_lost: 'The browser closed its storage. Reload the page.',
  storage_unavailable: 'Storage is not available. Allow this site to save data, then reload the page.',
  newer_format: 'A newer version of this app is using the library. Reload the page.',
  worker_lost: 'Syncing was interrupted. Your downloads are safe; try again.',
  worker_failed: 'Syncing could not start. Reload the page.',
  resource_damaged: 'Part of a text was damaged on this device and is downloaded again.',
  budget_spent: 'The sync was interrupted and resumes later.',
  set_overtaken: 'The sync was interrupted and resumes later.',
  subscription_changed: 'The sync was interrupted and resumes later.',
  writer_superseded: 'The sync was interrupted and resumes later.',
}

const nothingDownloaded = 'Nothing downloaded yet.'

export const en = {
  figures,
  name: 'Waraq',
  home: 'Waraq, home',
  skip: 'Skip to the content',
  reload: 'Reload',
  openingPage: 'Opening…',
  notLoaded: 'This page could not be opened. Reload to try again.',
  opensOnline: 'This is not on your device yet, and you are offline. It opens when the connection is back.',
  retry: 'Try again',
  later: 'Later',
  hide: 'Dismiss',
  undo: 'Undo',
  title: (page: string) => `${page} – Waraq`,
  credits:
    'Sandbox content: text and translations from quran-json (CC BY-SA 4.0). Where juz begin: quran-meta (MIT). Arabic set in Scheherazade New and Noto Sans Arabic (OFL).',
  noConfig: 'The app could not load its settings. Check your connection and reload the page.',

  navigation: {
    label: 'Main',
    read: 'Read',
    library: 'Library',
    search: 'Search',
    saved: 'Saved',
    more: 'More',
    account: 'Account',
    storage: 'Storage',
    settings: 'Settings',
  },

  /** Null for a code without its own words. */
  knownProblem: (code: string): string | null => problems[code as ErrorCode] ?? null,
  problem: (code: string) =>
    problems[code as ErrorCode] ??
    `Something went wrong (${code.replaceAll('_', ' ')}). Try again; reload the page if that does not help.`,

  unknown: {
    title: 'Page not found',
    text: (address: string) =>
      `There is nothing at “${address}”. The address may be mistyped or out of date.`,
    home: 'Go to the home page',
  },

  welcome: {
    title: 'The Quran on your device, online and offline',
    text: 'Waraq downloads the Arabic text and the translations that you choose, and keeps them up to date. Choose translations to begin.',
    choose: 'Choose translations',
    download: 'Download',
    show: 'Show',
    others: 'Other translations',
    withArabic: (language: string, size: string) => `${language} · ${size} with the Arabic text`,
    alone: (language: string, size: string) => `${language} · ${size}`,
    arabicOnly: 'Arabic only',
  },

  sync: {
    region: 'Sync',
    now: 'Sync now',
    running: 'Syncing',
    resume: 'Resume',
    /** One or two words, because the sign has no room for more. */
    states: {
      opening: 'Opening',
      empty: 'Nothing downloaded',
      syncing: 'Syncing',
      offline: 'Offline',
      problem: 'Sync problem',
      waiting: 'Still downloading',
      paused: 'Paused',
      stale: 'Out of date',
      current: 'Up to date',
    },
    paused: 'Downloads are paused',
    opening: 'Opening the library…',
    noEngine: 'Syncing is not available right now',
    readOnly: 'Read-only: a newer version of this app is using the library',
    empty: nothingDownloaded,
    here: 'Syncing…',
    elsewhere: 'Syncing in another tab or in the background…',
    asking: 'Starting a sync…',
    fromDevice: 'showing your downloads',
    tryingAgain: 'retrying…',
    incomplete: 'Some downloads are not complete yet',
    noRoom: 'Not enough space for all downloads',
    synced: (time: number, now: number) => `Last synced ${relativeTime(time, now)}`,
    stale: (time: number, now: number) => `Out of date: last synced ${relativeTime(time, now)}`,
    syncedAside: (time: number, now: number) => `last synced ${relativeTime(time, now)}`,
    staleAside: (time: number, now: number) => `out of date, last synced ${relativeTime(time, now)}`,
    checking: 'Checking for updates',
    downloading: (done: number, total: number) =>
      `Downloading: ${number(done)} of ${count(total, { one: '# text', other: '# texts' })}`,
    saving: 'Saving',
    next: (time: number, now: number, reason: ScheduleReason, failures: number) => {
      if (reason === 'in_progress')
        return 'A sync is in progress; if its tab was closed, another one starts right away'
      const label = failures > 0 ? 'Next attempt' : 'Next sync'
      const tries = failures > 1 ? ` after ${number(failures)} failed attempts` : ''
      const why = reason === 'interval' ? '' : `: ${reasons[reason]}`
      return `${label} ${soon(time, now)}${tries}${why}`
    },
    noNext: (reason: ScheduleReason) => `No automatic sync: ${reasons[reason]}`,
    refused: (reason: ScheduleReason, time: number | null, now: number) =>
      time === null
        ? `Not now: ${reasons[reason]}`
        : `Not now: ${reasons[reason]}. Try again ${soon(time, now)}.`,
    failed: (code: string) =>
      problems[code as ErrorCode] ??
      `The last sync failed (${code.replaceAll('_', ' ')}). Try again; reload the page if that does not help.`,
    unknownTrouble: 'Syncing failed for an unknown reason. Reload the page.',
  },

  notices: {
    region: 'Notifications',
    slow: {
      title: 'The library is taking a while to open',
      text: 'Another tab may be using it. Your downloads are shown as soon as it opens.',
    },
    closed: { title: 'The library could not be opened' },
    stopped: {
      title: 'Syncing has stopped',
      text: 'Syncing could not start. You can still read your downloads. Try again, or reload the page.',
    },
    restarting: {
      title: 'Restarting sync',
      text: 'Syncing was interrupted. You can continue reading.',
    },
    newerFormat: {
      title: 'A newer version of this app is using the library',
      text: 'You can read your downloads, but not change them. Reload to get the newer version.',
    },
    evicted: {
      title: 'Your downloads were deleted',
      text: 'The browser or another tab deleted them. They are downloaded again as soon as there is a connection.',
    },
    memory: { title: 'This browser does not save data for this site' },
    full: { title: 'Not enough space' },
    refused: { title: 'Updates are not arriving' },
    notNow: 'Cannot sync right now',
    failed: 'Something went wrong',
    offlineEmpty: {
      title: 'You are offline',
      text: 'Nothing downloaded yet. What you choose in the library is downloaded as soon as there is a connection.',
    },
    update: { title: 'A new version is ready', text: 'Reload the page to update.' },
  },

  library: {
    title: 'Library',
    choose: 'Choose what to download. It downloads in the background, and you can read it offline.',
    unlisted: (group: string, id: number | null) =>
      [groups[group] ?? 'Text', ...(id === null ? [] : [id])].join(' '),
    arabic: 'Arabic text',
    arabicAbout: 'Downloaded with your first translation',
    mushaf: 'Mushaf',
    mushafAbout: 'The Arabic text page by page, as it is printed; also needed for word by word',
    stays: 'Needed by your other downloads',
    total: (texts: number, size: number) =>
      texts === 0
        ? nothingDownloaded
        : `${count(texts, { one: '# text', other: '# texts' })} downloaded · ${bytes(size)}`,
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
    shows: { all: 'All', kept: 'Downloaded' },
    none: 'Nothing in the library matches this search.',
    nothingKept: nothingDownloaded,
    about: (size: number) => `about ${bytes(size)}`,
    /** One reciter may have both. */
    recited: { recitations: 'Verse by verse', chapter_recitations: 'Whole chapters' },
    /** A recitation itself has no sound. */
    withoutSound: 'audio is downloaded by chapter',
    unoffered: 'Not available right now',
    arrived: (names: string) => `Downloaded: ${names}`,
    pause: 'Pause downloads',
    resume: 'Resume downloads',
    paused: 'Downloads are paused. Nothing is lost.',
  },

  resource: {
    waiting: 'Queued',
    nextSync: 'Queued for the next sync',
    offline: 'Waiting for a connection',
    needed: (problem: string) => `Not downloaded yet. ${problem}`,
    cutShort: 'Paused; resumes with the next sync',
    downloading: (share: number | null) =>
      share === null ? 'Downloading' : `Downloading · ${figures.share(share)}`,
    downloadingAgain: (share: number | null) =>
      `Interrupted, downloading from the start${share === null ? '' : ` · ${figures.share(share)}`}`,
    paused: 'Paused',
    mending: 'Downloading again',
    saving: 'Saving',
    unavailable: (reason: string | null) =>
      `No longer available${reason === null ? '' : ` (${withdrawals[reason] ?? reason.replaceAll('_', ' ')})`}`,
    damaged: 'Part of it was damaged on this device; repaired with the next sync',
    here: 'Downloaded',
    read: 'Read now',
    readNamed: (name: string) => `Read now: ${name}`,
    inMemory: 'Downloaded until you close the page',
    updateNeeded: 'Update not downloaded yet',
    refresh: (time: number, now: number) =>
      time <= now ? 'Update queued for the next sync' : `Update planned for about ${figures.timeOfDay(time)}`,
    stale: (time: number, now: number) => `Out of date: last checked ${relativeTime(time, now)}`,
    verses,
  },

  storage: {
    title: 'Storage',
    site: 'On this device',
    used: 'Used',
    available: 'Available',
    estimate: (value: number) => `about ${bytes(value)}`,
    estimated: 'Sizes are estimated by the browser.',
    kept: 'Protected from deletion',
    persisted: { yes: 'Yes', no: 'No', unknown: 'Unknown' },
    askForPersistence:
      'Install this site or allow persistent storage, so that the browser does not delete your downloads.',
    states: storageStates,
    ask: 'Protect downloads',
    refused: 'The browser did not agree. Install the site or use it often, then try again.',
    texts: 'Downloaded texts',
    recordings: 'Downloaded audio',
    /** The part that is stored with the texts, and the part that is stored with the audio. */
    recitation: (kind: string) => `List of recordings, without audio · ${kind}`,
    audio: (kind: string) => `Audio · ${kind}`,
    noRecordings: 'No audio downloaded yet. Each chapter has a button to download its audio.',
    compressed:
      'Texts may take less space than shown here. Some browsers take a while to free space after you remove something.',
    unread: 'not opened yet',
    lastRead: (time: number) => `last read ${figures.day(time)}`,
    goesFirst: 'Removed first if space runs out',
    remove: 'Remove',
    removeNamed: (name: string) => `Remove ${name}`,
    removed: (name: string) => `Removed: ${name}`,
    why: (state: StorageStatus['state'], persisted: boolean | null) =>
      (persisted === true ? storageWhyKept[state] : undefined) ?? storageWhy[state],
  },

  chapters: {
    title: 'Chapters',
    search: 'Find a chapter or a place',
    placeholder: 'Name, 2:255, juz 30…',
    none: (query: string) => `No chapter matches “${query}”.`,
    about: (meaning: string | null, total: number, _place: Place) =>
      [...(meaning === null ? [] : [meaning]), verses(total)].join(' · '),
    loading: 'Loading translations and chapters…',
    notLoaded: (problem: string) => `Translations and chapters could not be loaded. ${problem}`,
  },

  chapter: {
    ordinal: (chapter: number) => `Chapter ${number(chapter)}`,
    facts: (chapter: number, meaning: string | null, total: number, place: Place) => {
      const places = { makkah: ['Revealed in Makkah'], madinah: ['Revealed in Madinah'] }
      const named = [`Chapter ${number(chapter)}`, ...(meaning === null ? [] : [meaning])]
      return [...named, verses(total), ...(place ? places[place] : [])].join(' · ')
    },
    back: 'Back',
    all: 'All chapters',
    others: 'Other chapters',
    opening: 'Opening the chapter…',
    onItsWay: 'This chapter is downloading…',
    notHere: 'This chapter is not downloaded yet. It is queued for the next sync.',
    offline: 'This chapter is not downloaded yet. Waiting for a connection.',
    empty: nothingDownloaded,
    unreadable: 'The library could not be read. Reload the page.',
    verse: (key: string) => `Verse ${key}`,
    footnote: (mark: string) => `Footnote ${mark}`,
  },

  read: {
    title: 'Read',
    continue: 'Continue reading',
    recent: 'Recent places',
    at: (place: string, time: string) => `${place} · ${time}`,
    kinds: 'Browse by',
    chapters: 'Chapters',
    juzs: 'Juz',
    pages: 'Pages',
    juz: (juz: number) => `Juz ${number(juz)}`,
    page: (page: number) => `Page ${number(page)}`,
    spread: (first: number, last: number) =>
      first === last ? `Page ${number(first)}` : `Pages ${number(first)}–${number(last)}`,
    verse: (chapter: string, verse: number) => `${chapter}, verse ${number(verse)}`,
    verses: (chapter: string, from: number, to: number) =>
      `${chapter}, verses ${number(from)} to ${number(to)}`,
    hizb: (hizb: number) => `Hizb ${number(hizb)}`,
    rub_el_hizb: (rub: number) => `Quarter of a hizb ${number(rub)}`,
    ruku: (ruku: number) => `Ruku ${number(ruku)}`,
    manzil: (manzil: number) => `Manzil ${number(manzil)}`,
    /** What begins at a verse, or is due at it. A quarter of a hizb is counted in the entire text. */
    mark: (kind: 'juz' | 'hizb' | 'rub_el_hizb' | 'ruku' | 'sajdah', value: number | null) => {
      if (kind === 'sajdah' || value === null) return 'Sajda'
      if (kind === 'rub_el_hizb')
        return `${['', '¼', '½', '¾'][(value - 1) % 4]} of hizb ${number(Math.ceil(value / 4))}`
      return `${{ juz: 'Juz', hizb: 'Hizb', ruku: 'Ruku' }[kind]} ${number(value)}`
    },
    jump: 'Go to another place',
    pageNumber: 'Page number',
    go: 'Go',
    begins: (chapter: string, verse: number) => `begins at ${chapter}, verse ${number(verse)}`,
  },

  panel: {
    title: 'For developers',
    about: 'What the sync engine does.',
    none: 'none',
    never: 'never',
    next: 'Next',
    role: 'This tab',
    roles: { writer: 'writes', follower: 'follows another tab', idle: 'idle' },
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
    rows: (value: number) => count(value, { one: '# row', other: '# rows' }),
    pages: 'Pages',
    mutations: 'Changes',
    snapshots: 'Snapshots',
    of: (done: number, total: number) => `${number(done)} of ${number(total)}`,
    received: (received: number, whole: number) => `${bytes(received)} of ${bytes(whole)}`,
    subscriptions: 'Subscriptions',
    sequence: 'Current at sequence',
    resources: 'Resources',
    currentAt: 'Last current',
    retryAt: 'Next try',
    emptyGroups: 'Groups without resources',
    inProgress: 'batch started',
    stale: 'out of date',
    fetchAgain: 'Fetch again',
    fetchAgainNamed: (filter: string) => `Fetch again: ${filter}`,
    timeline: 'Timeline',
    noRuns: 'No runs since this page was opened.',
    unseen: 'not observed',
    asSeen: 'as far as observed',
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
    account: 'Sign-in, and changes waiting to sync',
    storage: 'Your downloads and the space they take',
    settings: 'Language, appearance, text size',
  },

  settings: {
    title: 'Settings',
    language: 'Language',
    theme: 'Appearance',
    themes: { system: 'Match device', light: 'Light', sepia: 'Sepia', dark: 'Dark' },
    textSize: 'Text size',
    arabicSize: 'Arabic text',
    translationSize: 'Translations',
    sizes: (share: number) => figures.share(share),
    sample: 'In the name of Allah, the Entirely Merciful, the Especially Merciful.',
    translations: 'Translations side by side',
    translationsHint: 'Choose from your downloads. They are shown below each verse.',
    noTranslations: 'No translations downloaded yet.',
    developers: 'For developers',
    developersAbout: 'What the sync engine does',
    kept: 'Settings are saved in this browser.',
  },

  reading: enReading(figures),
}

/** The same functions and texts in another language. */
export type Words = typeof en
