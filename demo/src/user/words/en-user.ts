import type { HighlightColor } from '@waraq/protocol/user'
import type { WhyHeld } from 'waraq/user'
import type { Figures } from '../../words/figures.ts'

/** What a person may do about a change that is blocked. */
export type Choice = 'mine' | 'theirs' | 'both' | 'retry' | 'drop' | 'again'

/** English: stars, notes, collections and the account. `problem` has words for codes that the reader knows elsewhere, too. */
export function enUser({ count, number, relativeTime }: Figures) {
  const changes = (value: number) => count(value, { one: '# change', other: '# changes' })
  const why: Readonly<Record<WhyHeld, string>> = {
    refused: 'The service did not accept it.',
    conflict: 'It was also changed on another device.',
    depends: 'Its collection was deleted on another device.',
  }
  const choices: Readonly<Record<Choice, string>> = {
    mine: 'Keep mine',
    theirs: 'Keep the other',
    both: 'Keep both',
    retry: 'Try again',
    drop: 'Discard',
    again: 'Create the collection again',
  }
  const failures: Readonly<Record<string, string>> = {
    outbox_full: 'Too many changes are waiting to sync on this device. Go online and sign in to sync them.',
    invalid_argument: 'This cannot be saved.',
    // The page's fields take no name that is empty or too long: what is left is a name that is taken.
    'invalid_argument name': 'There is already a collection with this name. Choose another name.',
    quota_exceeded: 'There is not enough space on this device. Free up some space, then try again.',
    newer_format: 'A newer version of this app saved this. Reload the page.',
    not_found: 'It no longer exists.',
  }
  return {
    favorite: (verse: string) => `Star verse ${verse}`,
    favoriteThis: 'Star',
    favorited: 'starred',
    notesHere: (value: number) => count(value, { one: '# note', other: '# notes' }),
    inCollections: (value: number) => count(value, { one: 'in # collection', other: 'in # collections' }),
    highlight: 'Highlight',
    colors: { blue: 'Blue', red: 'Red', green: 'Green', yellow: 'Yellow', purple: 'Purple' },
    noColor: 'None',
    highlighted: (color: HighlightColor) => `highlighted in ${color}`,
    collectIn: 'Collections',
    pending: { device: 'On this device', account: 'Not synced yet' },
    blocked: 'Needs your decision',
    /** `field`: which part of the call the engine refused, if it says so. */
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
      sure: 'Delete this note?',
      deleteIt: 'Delete',
    },

    saved: {
      title: 'Saved',
      lost: 'Part of what you saved on this device was damaged and could not be recovered. What is synced to your account comes back.',
      lists: 'Show',
      list: { favorites: 'Starred', collections: 'Collections', notes: 'Notes' },
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
      sure: 'Delete this collection? Only the collection is deleted, not its verses.',
      deleteIt: 'Delete',
      takeOut: (verse: string) => `Remove verse ${verse}`,
      has: (name: string, verse: string) => `Verse ${verse} in “${name}”`,
    },

    reading: {
      title: 'Reading bookmarks',
      slot: (slot: number, name: string | null) => name ?? `Bookmark ${number(slot)}`,
      here: (slot: number, name: string | null) => `${name ?? `Bookmark ${number(slot)}`} is here`,
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
      signedInText: 'Your stars, notes, collections and settings sync with your other devices.',
      unknown: 'Offline',
      unknownText:
        'Your account cannot be reached right now. What you do is saved on this device and synced when there is a connection.',
      signedOut: 'You were signed out',
      signedOutText: 'Sign in again to sync the changes on this device.',
      arriving: 'You are signed in',
      arrivingText: (value: number) =>
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
      mine: 'From this device',
      theirs: 'From another device',
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
