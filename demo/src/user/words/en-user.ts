import type { HighlightColor } from '@waraq/protocol/user'
import type { WhyBlocked } from 'waraq/user'
import type { Figures } from '../../words/figures.ts'
import type { FileProblem } from '../data/import-file.ts'

/** Ways to resolve a blocked change. */
export type Choice = 'local' | 'remote' | 'both' | 'retry' | 'drop' | 'again'

/** English: favorites, notes, collections and the account. */
export function enUser({ count, number, relativeTime, share }: Figures) {
  const changes = (value: number) => count(value, { one: '# change', other: '# changes' })
  const why: Readonly<Record<WhyBlocked, string>> = {
    refused: 'The service did not accept it.',
    conflict: 'It was also changed on another device.',
    depends: 'Its collection was deleted on another device.',
  }
  const choices: Readonly<Record<Choice, string>> = {
    local: 'Keep mine',
    remote: 'Keep the other',
    both: 'Keep both',
    retry: 'Try again',
    drop: 'Discard',
    again: 'Create the collection again',
  }
  const failures: Readonly<Record<string, string>> = {
    outbox_full: 'Too many changes are waiting to sync on this device. Go online and sign in to sync them.',
    invalid_argument: 'This cannot be saved.',
    // The page's fields accept no name that is empty or too long, so only a name that is taken remains.
    'invalid_argument name': 'There is already a collection with this name. Choose another name.',
    quota_exceeded: 'There is not enough space on this device. Free up some space, then try again.',
    newer_format: 'A newer version of this app saved this. Reload the page.',
    not_found: 'It no longer exists.',
  }
  const fileProblems: Readonly<Record<Extract<FileProblem, string>, string>> = {
    tooLarge: 'This file is too large. Nothing was imported.',
    notJson: 'This file cannot be read. Choose a file that was exported here. Nothing was imported.',
    notOurs: 'This file has no saved data, or comes from a newer version of this app. Nothing was imported.',
    tooMany: 'This file has more entries than one import takes. Nothing was imported.',
    aNote: 'A note in this file is too short or too long, or has no verses. Nothing was imported.',
    aName: 'A collection in this file has no name, or its name is too long. Nothing was imported.',
    aPlace: 'This file names a verse or page that does not exist. Nothing was imported.',
    aborted: 'The import was stopped. What was imported until then stays. Import the file again to continue.',
  }
  return {
    favorite: (verse: string) => `Star verse ${verse}`,
    favoriteThis: 'Star',
    favorited: 'starred',
    unfavorited: (verse: string) => `Star removed from verse ${verse}.`,
    undone: 'Restored.',
    notesHere: (value: number) => count(value, { one: '# note', other: '# notes' }),
    inCollections: (value: number) => count(value, { one: 'in # collection', other: 'in # collections' }),
    highlight: 'Highlight',
    colors: { blue: 'Blue', red: 'Red', green: 'Green', yellow: 'Yellow', purple: 'Purple' },
    noColor: 'None',
    highlighted: (color: HighlightColor) => `highlighted in ${color}`,
    collectIn: 'Collections',
    pending: { device: 'On this device', account: 'Not synced yet' },
    blocked: 'Needs your decision',
    /** `field`: the part of the call that the engine refused, if it reports it. */
    failed: (code: string, field?: unknown) =>
      failures[`${code} ${String(field)}`] ??
      failures[code] ??
      'This could not be saved. Try again; reload the page if that does not help.',

    notes: {
      title: 'Notes',
      none: 'No notes on this verse yet.',
      empty: 'No notes yet. Tap a verse to write one.',
      field: 'New note',
      placeholder: 'Write a note',
      text: 'Text of the note',
      length: (least: number, most: number) => `From ${number(least)} to ${number(most)} characters.`,
      save: 'Save note',
      edit: 'Edit',
      delete: 'Delete',
      keepEdit: 'Save',
      cancel: 'Cancel',
      saved: 'Note saved.',
      deleted: 'Note deleted.',
      copy: 'Copy',
      asText: 'Export as text',
      asMarkdown: 'Export as Markdown',
    },

    saved: {
      title: 'Saved',
      lost: 'Part of what you saved on this device was damaged and could not be recovered. What is synced to your account comes back.',
      lists: 'Show',
      list: { favorites: 'Starred', collections: 'Collections', notes: 'Notes', history: 'History' },
      all: 'Show all',
      noFavorites: 'No starred verses yet. Tap the star next to a verse to save it here.',
      noCollections: 'No collections yet. Create one to group verses.',
      verses: (value: number) => count(value, { one: '# verse', other: '# verses' }),
      unstar: (verse: string) => `Remove the star from verse ${verse}`,
      more: 'Show more',
      place: {
        page: (value: number) => `Page ${number(value)}`,
        juz: (value: number) => `Juz ${number(value)}`,
      },
    },

    lists: {
      order: 'Order',
      newest: 'Newest first',
      text: 'Quran order',
      name: 'By name',
      searchCollections: 'Search collections',
      searchNotes: 'Search notes',
      none: 'Nothing matches.',
      collections: (value: number) => count(value, { one: '# collection', other: '# collections' }),
      history: 'Where you read',
      noHistory: 'Nothing read yet. Places where you stop to read are listed here.',
    },

    collections: {
      field: 'Name of the new collection',
      placeholder: 'New collection',
      make: 'Create',
      made: (name: string) => `“${name}” was created.`,
      all: 'All collections',
      empty: 'No verses yet. Tap a verse to add it here.',
      gone: 'This collection is not on this device.',
      rename: 'Rename',
      name: 'Name',
      save: 'Save',
      cancel: 'Cancel',
      delete: 'Delete',
      deleted: (name: string) => `“${name}” was deleted.`,
      takeOut: (verse: string) => `Remove verse ${verse}`,
      tookOut: (verse: string) => `Verse ${verse} was removed.`,
      has: (name: string, verse: string) => `Verse ${verse} in “${name}”`,
    },

    reading: {
      title: 'Reading bookmarks',
      slot: (slot: number, name: string | null) => name ?? `Bookmark ${number(slot)}`,
      here: (slot: number, name: string | null) => `${name ?? `Bookmark ${number(slot)}`} is here`,
      name: (slot: number) => `Name of bookmark ${number(slot)}`,
      unset: 'Not set',
      moved: (slot: number, name: string | null) => `${name ?? `Bookmark ${number(slot)}`} was moved here.`,
      removed: (slot: number, name: string | null) => `${name ?? `Bookmark ${number(slot)}`} was removed.`,
    },

    place: {
      goOn: (verse: string) => `Continue at ${verse}`,
      other: 'Last read on another device',
    },

    account: {
      title: 'Account',
      device: 'On this device only',
      deviceText:
        'Your stars, notes and collections are saved in this browser. Sign in to have them on your other devices, too.',
      deviceAlone: 'Your stars, notes and collections are saved in this browser. This app has no accounts.',
      signIn: 'Sign in',
      signInAgain: 'Sign in again',
      noSignIn: 'Signing in is not possible right now. What you do is saved on this device.',
      signedIn: 'Signed in',
      signedInAs: (name: string) => `Signed in as \u2068${name}\u2069`,
      signedInText: 'Your stars, notes, collections and settings sync with your other devices.',
      unknown: 'Offline',
      unknownText:
        'Your account cannot be reached right now. What you do is saved on this device and synced when there is a connection.',
      signedOut: 'You were signed out',
      signedOutText: 'Sign in again to sync the changes on this device.',
      unattached: 'You are signed in',
      unattachedText: (value: number) =>
        `${changes(value)} on this device ${value === 1 ? 'is' : 'are'} not in your account. Move ${value === 1 ? 'it' : 'them'} to your account?`,
      take: 'Move to my account',
      leaveHere: 'Leave on this device',
      leftText: 'What you leave on this device is shown again after you sign out.',
      other: 'You are signed in to another account',
      otherText:
        'What is shown here belongs to the previous account and does not sync. Sign out to remove it from this device.',
      unnamed: 'Sync is off',
      unnamedText: 'The server does not say whose account this is. Contact the administrator of this site.',
      eraseTitle: 'Delete from this device',
      eraseText:
        'Deletes your stars, collections, notes and reading position from this browser. What is in your account stays there.',
      erase: 'Delete…',
      eraseSure: 'Delete all of your data from this device? Changes that are not synced are lost.',
      eraseIt: 'Delete all',
      eraseNot: 'Cancel',
      erased: 'Your data was deleted from this device.',
      signOut: 'Sign out',
      waitingFirst: (value: number) => `${changes(value)} not synced yet.`,
      deliver: 'Sync and sign out',
      keep: 'Keep for my next sign-in',
      forget: 'Sign out and delete',
      keepText: 'Changes that you keep are hidden until you sign in here again.',
      stay: 'Stay signed in',
      delivering: 'Syncing…',
      notDelivered: (value: number) => `${changes(value)} could not be synced. You are still signed in.`,
      left: 'You have signed out. Nothing from your account is left on this device.',
      leftKept: (value: number) =>
        `You have signed out. ${changes(value)} ${value === 1 ? 'is' : 'are'} saved for your next sign-in.`,
      tookAlong: 'Moved to your account.',
    },

    plan: {
      title: 'Reading plan',
      offer: 'Read the whole Quran in a number of days that you choose.',
      text: 'Read the whole Quran in a number of days that you choose. The plan stays on this device.',
      days: 'Number of days',
      daysFrom: (least: number, most: number) => `Enter a number from ${number(least)} to ${number(most)}.`,
      start: 'Start',
      fromBeginning: 'From the beginning',
      fromPage: (page: number) => `From page ${number(page)}`,
      amount: (value: number) => count(value, { one: 'About # page a day.', other: 'About # pages a day.' }),
      begin: 'Start the plan',
      save: 'Save',
      cancel: 'Cancel',
      dayOf: (day: number, days: number) => `Day ${number(day)} of ${number(days)}`,
      day: (day: number) => `Day ${number(day)}`,
      today: 'today',
      read: 'Read',
      finished: 'You have read the whole Quran.',
      doneToday: 'Read for today.',
      missed: (value: number) =>
        count(value, {
          one: 'This includes # page from earlier days.',
          other: 'This includes # pages from earlier days.',
        }),
      leftToday: (value: number) => count(value, { one: '# page left today.', other: '# pages left today.' }),
      left: (value: number, all: number) => `${number(value)} of ${number(all)} pages left.`,
      progress: 'Progress of the plan',
      go: 'Continue reading',
      mark: 'Mark as read',
      marked: 'Today’s part was marked as read.',
      change: 'Change the plan',
      end: 'End the plan',
      ended: 'The plan was ended.',
      allDays: 'All days',
      inAccount: 'In your account',
      streak: (value: number) =>
        count(value, { one: '# day of reading in a row.', other: '# days of reading in a row.' }),
      goal: (part: number) => `Today’s goal: ${share(part)} done.`,
      how: (all: string) =>
        `Pages are those of the Madinah mushaf, ${all} in all. They are marked as you read past them.`,
    },

    data: {
      title: 'Your data',
      text: 'Export your stars, collections, notes, highlights and reading bookmarks as a file, or import such a file. Backups of Quran for Android can be imported, too.',
      export: 'Export',
      exported: 'Your data was exported.',
      import: 'Import…',
      importIt: 'Import',
      close: 'Cancel',
      stop: 'Stop',
      imported: 'Your data was imported.',
      effects: {
        added: 'Importing this file adds:',
        replaced: 'It replaces:',
        leftOut: 'These cannot be saved here, so they stay in the file:',
      },
      nothingNew: 'Everything in this file is already here.',
      nothingLost: 'Nothing else changes.',
      progress: (done: number, total: number) => `${number(done)} of ${number(total)}`,
      entries: {
        favorite: (value: number) => count(value, { one: '# starred verse', other: '# starred verses' }),
        collection: (value: number) => count(value, { one: '# collection', other: '# collections' }),
        member: (value: number) =>
          count(value, { one: '# verse or page in a collection', other: '# verses or pages in collections' }),
        note: (value: number) => count(value, { one: '# note', other: '# notes' }),
        bookmark: (value: number) => count(value, { one: '# bookmark', other: '# bookmarks' }),
        highlight: (value: number) => count(value, { one: '# highlight', other: '# highlights' }),
        reading: (value: number) => count(value, { one: '# reading bookmark', other: '# reading bookmarks' }),
        place: () => 'where you read last',
        setting: (value: number) => count(value, { one: '# setting', other: '# settings' }),
      },
      problem: (problem: FileProblem) =>
        typeof problem === 'string'
          ? fileProblems[problem]
          : (failures[problem.code] ?? 'The file could not be imported. Try again.'),
    },

    outbox: {
      title: 'Waiting to sync',
      none: 'Everything is synced.',
      noneElse: 'Nothing else is waiting.',
      onDevice: (value: number) => `${changes(value)} on this device.`,
      noneOnDevice: 'No changes yet.',
      waiting: (value: number) => `${changes(value)} not synced yet.`,
      next: (time: number, now: number) => `Next attempt ${time <= now ? 'now' : relativeTime(time, now)}`,
      mayGo:
        'These changes are in this browser only. It may delete them when it needs space; Safari does so after seven days without a visit.',
      deliver: 'Sync now',
      blocked: (value: number) =>
        count(value, { one: '# change needs your decision', other: '# changes need your decision' }),
      why,
      choices,
      local: 'From this device',
      remote: 'From another device',
      wasDeleted: 'Deleted',
      what: {
        favorite: (verse: string) => `Star of ${verse}`,
        member: (verse: string) => `${verse} in a collection`,
        note: (place: string) => `Note: ${place}`,
        collection: 'Collection',
        reading: (verse: string) => `Where you read: ${verse}`,
        bookmark: 'Bookmark',
        time: 'Time read',
        setting: 'Setting',
        place: 'Where you read',
      },
      there: 'Saved',
    },
  }
}

export type UserWords = ReturnType<typeof enUser>
