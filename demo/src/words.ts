import type { ScheduleReason, StorageStatus } from '@waraq/engine'
import { bytes, count, relativeTime } from './figures.ts'

/**
 * All English that the reader says by itself, so that another language is another file like this one. What the engine and
 * the service say comes as it is.
 */

/** "in 5 minutes", or "now" for a time that has passed: the engine is about to begin. */
function soon(time: number, now: number): string {
  return time <= now ? 'now' : relativeTime(time, now)
}

function contents(rows: number, unit: string, size: number): string {
  return `${count(rows, unit)} · ${bytes(size)}`
}

/** Why the next sync comes when it comes; said behind its time. */
const reasons: Readonly<Record<ScheduleReason, string>> = {
  interval: 'the usual pace, every hour or so',
  retry: 'the last one failed',
  offline: 'there is no connection; sooner when it is back',
  online: 'the connection is back',
  service_asked: 'the service asked to wait until then',
  budget: 'the last one was cut short and goes on',
  asked: 'there is something new to fetch',
  data_saver: 'this device saves data',
  rate_budget: 'there were many syncs lately',
  under_way: 'one is under way',
  never_synced: 'nothing was synced yet',
  nothing_subscribed: 'nothing is kept',
  needs_help: 'something has to be done first',
}

const storageStates: Readonly<Record<StorageStatus['state'], string>> = {
  ok: 'There is room',
  tight: 'Little room is left',
  full: 'No room is left',
  evicted: 'Cleared by the browser',
  memory: 'Nothing is stored',
  unknown: 'The room is not known',
}

export const words = {
  name: 'Waraq',
  home: 'Waraq, home',
  skip: 'Skip to the content',
  reload: 'Reload',
  retry: 'Try again',
  later: 'Later',
  title: (page: string) => `${page} – Waraq`,
  credits: 'Sandbox content: text and translations from quran-json (CC BY 4.0). Arabic set in Amiri (OFL).',
  noConfig: 'The settings of this reader could not be loaded. Check the connection and reload the page.',

  welcome: {
    title: 'The Quran on your device, with or without a connection',
    text: 'Waraq keeps the Arabic text and the translations that you choose in this browser, and brings changes to them with every sync. Choose translations to begin.',
  },

  update: { ready: 'A new version is ready' },

  sync: {
    region: 'Sync',
    now: 'Sync now',
    running: 'Syncing',
    offline: 'Offline',
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
      pages === 0 ? 'Asking what is new' : `Reading what is new: ${count(pages, 'page')}`,
    fetching: (done: number, total: number) => `Fetching: ${done} of ${count(total, 'text')} here`,
    settling: 'Putting it in place',
    next: (time: number, now: number, reason: ScheduleReason, failures: number) => {
      if (reason === 'under_way')
        return `A sync was begun and may still go on; if not, another begins ${soon(time, now)}`
      const label = failures > 0 ? 'Next try' : 'Next sync'
      const tries = failures > 1 ? ` after ${failures} failed tries` : ''
      return `${label} ${soon(time, now)}${tries}: ${reasons[reason]}`
    },
    noNext: (reason: ScheduleReason) => `No sync comes by itself: ${reasons[reason]}`,
    refused: (reason: ScheduleReason, time: number | null, now: number) =>
      time === null
        ? `Not now: ${reasons[reason]}`
        : `Not now: ${reasons[reason]}. Ask again ${soon(time, now)}.`,
    failed: (code: string) =>
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
  },

  library: {
    choose: 'Choose translations',
    onDevice: 'On this device',
    inMemory: 'Until this page is closed',
    unknown: 'What is kept here is shown as soon as the library opens.',
    more: (resources: number) => `More translations (${resources})`,
    unlisted: (id: number) => `Translation ${id}`,
    arabic: 'Arabic text',
    aboutArabic: 'Mushaf · 84,000 words, about 24 MB',
    arabicComes: 'Comes along with the first translation',
    remove: 'Remove',
  },

  resource: {
    waiting: 'Waiting for its turn',
    nextSync: 'Comes with the next sync',
    owed: (message: string) => `Not here yet. ${message}`,
    cutShort: 'Begun; goes on with the next sync',
    of: (received: number, whole: number) => `${bytes(received)} of ${bytes(whole)}`,
    ofAbout: (received: number, whole: number) => `${bytes(received)} of about ${bytes(whole)}`,
    soFar: (received: number) => `${bytes(received)} so far`,
    writing: (rows: number) => `Writing, ${count(rows, 'row')} so far`,
    placing: 'Putting it in place',
    unavailable: (reason: string | null) =>
      `The service does not offer it at present${reason ? ` (${reason.replaceAll('_', ' ')})` : ''}`,
    damaged: 'Part of it was lost on this device; the next sync mends it',
    here: (rows: number, unit: string, size: number) => `On this device · ${contents(rows, unit, size)}`,
    inMemory: (rows: number, unit: string, size: number) => `In memory · ${contents(rows, unit, size)}`,
    updateOwed: 'An update is still to come',
    stale: (time: number, now: number) => `Out of date: last confirmed ${relativeTime(time, now)}`,
    units: { verse: 'verse', row: 'row' },
  },

  storage: {
    title: 'Storage',
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
  },

  chapters: {
    title: 'Chapters',
    search: 'Search chapters by name or number',
    placeholder: 'Name or number',
    none: (query: string) => `No chapter is called “${query}”.`,
    about: (meaning: string, verses: number) => `${meaning} · ${count(verses, 'verse')}`,
    loading: 'Asking for the list of translations and chapters…',
    noWorker: 'Its worker could not start.',
    unknownProblem: 'It is not known why.',
    notLoaded: (problem: string) => `The list of translations and chapters could not be loaded. ${problem}`,
  },

  chapter: {
    ordinal: (chapter: number) => `Chapter ${chapter}`,
    facts: (meaning: string, verses: number, place: 'makkah' | 'madinah' | null) => {
      const places = { makkah: ['Revealed in Makkah'], madinah: ['Revealed in Madinah'] }
      return [meaning, count(verses, 'verse'), ...(place ? places[place] : [])].join(' · ')
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
} as const
