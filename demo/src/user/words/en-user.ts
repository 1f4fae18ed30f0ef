import type { HighlightColor } from '@waraq/protocol/user'
import type { WhyHeld } from 'waraq/user'
import type { Figures } from '../../words/figures.ts'

/** What a person may do about a change that is held back. */
export type Choice = 'mine' | 'theirs' | 'both' | 'retry' | 'drop' | 'again'

/** English: stars, notes, collections and the account. `problem` has words for codes that the reader knows elsewhere, too. */
export function enUser({ count, number, relativeTime }: Figures) {
  const changes = (value: number) => count(value, { one: '# change', other: '# changes' })
  const why: Readonly<Record<WhyHeld, string>> = {
    refused: 'The service did not take it.',
    conflict: 'It was changed on another device, too.',
    depends: 'Its collection was deleted on another device.',
  }
  const choices: Readonly<Record<Choice, string>> = {
    mine: 'Keep mine',
    theirs: 'Keep the other',
    both: 'Keep both',
    retry: 'Try again',
    drop: 'Give it up',
    again: 'Make the collection again',
  }
  const failures: Readonly<Record<string, string>> = {
    outbox_full:
      'Too many changes wait on this device. Sign in with a connection, so that they are delivered.',
    invalid_argument: 'That cannot be kept in this form.',
    quota_exceeded: 'There is not enough room on this device. Free some space, then try again.',
    newer_format: 'A newer version of this reader wrote this. Reload the page.',
    not_found: 'It is no longer there. Look again.',
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
    pending: { device: 'On this device', account: 'Not delivered yet' },
    held: 'Needs your decision',
    failed: (code: string) =>
      failures[code] ?? 'That could not be kept. Try again; reload the page if that does not help.',
    close: 'Close',

    notes: {
      title: 'Notes',
      none: 'No note about this verse yet.',
      empty: 'No notes yet. Open a verse by its number to write one.',
      field: 'New note',
      placeholder: 'What comes to mind',
      text: 'Text of the note',
      length: (least: number, most: number) => `From ${number(least)} to ${number(most)} characters.`,
      save: 'Save note',
      edit: 'Edit',
      delete: 'Delete',
      keepEdit: 'Save',
      cancel: 'Cancel',
      saved: 'The note was saved.',
      deleted: 'The note was deleted.',
      sure: 'Delete this note?',
      deleteIt: 'Delete it',
      range: (from: string, to: string) => (from === to ? `Verse ${from}` : `Verses ${from} to ${to}`),
    },

    saved: {
      title: 'Saved',
      lists: 'What to show',
      list: { favorites: 'Starred', collections: 'Collections', notes: 'Notes' },
      noFavorites: 'No verse is starred yet. The star beside a verse keeps it here.',
      noCollections: 'No collections yet. Make one for what belongs together.',
      verses: (value: number) => count(value, { one: '# verse', other: '# verses' }),
      unstar: (verse: string) => `Take the star from verse ${verse}`,
      more: 'Show more',
      place: {
        page: (value: number) => `Page ${number(value)}`,
        juz: (value: number) => `Juz ${number(value)}`,
      },
    },

    collections: {
      field: 'Name of the new collection',
      placeholder: 'New collection',
      make: 'Make it',
      made: (name: string) => `“${name}” was made.`,
      all: 'All collections',
      empty: 'Nothing is in it yet. Open a verse by its number to put it here.',
      gone: 'There is no such collection on this device.',
      rename: 'Rename',
      name: 'Name',
      save: 'Save',
      cancel: 'Cancel',
      delete: 'Delete',
      sure: 'Delete this collection? Its verses stay where they are.',
      deleteIt: 'Delete it',
      takeOut: (verse: string) => `Take verse ${verse} out`,
      has: (name: string, verse: string) => `Verse ${verse} in “${name}”`,
    },

    reading: {
      title: 'Reading bookmarks',
      slot: (slot: number, name: string | null) => name ?? `Bookmark ${number(slot)}`,
      here: (slot: number, name: string | null) => `${name ?? `Bookmark ${number(slot)}`} is here`,
    },

    place: {
      goOn: (verse: string) => `Go on at ${verse}`,
      other: 'Read last on another of your devices',
    },

    account: {
      title: 'Account',
      device: 'On this device only',
      deviceText:
        'What you star and write stays in this browser. Sign in to have it on your other devices, too.',
      deviceAlone: 'What you star and write stays in this browser. This reader has no accounts.',
      signIn: 'Sign in',
      signInAgain: 'Sign in again',
      noSignIn:
        'The reader cannot be reached at present, so nobody can sign in. What you do here is kept meanwhile.',
      signedIn: 'Signed in',
      signedInText: 'What you star, write and choose here is on your other devices, too.',
      unknown: 'Not connected',
      unknownText:
        'Who is signed in cannot be asked at present. All is kept on this device and delivered when there is a connection.',
      signedOut: 'The sign-in has ended',
      signedOutText: 'Sign in again, and what waits on this device is delivered.',
      arriving: 'You have signed in',
      arrivingText: (value: number) =>
        `${changes(value)} on this device ${value === 1 ? 'belongs' : 'belong'} to no account yet. Take ${value === 1 ? 'it' : 'them'} along?`,
      take: 'Take along',
      leaveHere: 'Leave here',
      leftText: 'What is left here is shown again after you sign out.',
      other: 'Another account has signed in',
      otherText:
        'What is shown here belongs to the account before, so nothing is sent. Sign out to take it off this device.',
      unnamed: 'Nothing is sent',
      unnamedText:
        'The server of this reader does not say whose account it is. Ask whoever runs this reader.',
      eraseTitle: 'Erase from this device',
      eraseText:
        'Stars, collections, notes and the place where you stopped go from this browser. What your account has stays there.',
      erase: 'Erase…',
      eraseSure: 'Erase all that you keep on this device? What has not arrived at an account is lost.',
      eraseIt: 'Erase it all',
      eraseNot: 'Keep it',
      erased: 'Nothing of yours is on this device.',
      signOut: 'Sign out',
      waitingFirst: (value: number) =>
        `${changes(value)} ${value === 1 ? 'has' : 'have'} not arrived at your account.`,
      deliver: 'Deliver, then sign out',
      keep: 'Keep for my next sign-in here',
      forget: 'Forget, and sign out',
      keepText: 'What is kept for your next sign-in is seen by nobody until then.',
      stay: 'Stay signed in',
      delivering: 'Delivering…',
      notDelivered: (value: number) => `${changes(value)} could not be delivered. You are still signed in.`,
      left: 'You have signed out. Nothing of the account is on this device.',
      leftKept: (value: number) =>
        `You have signed out. ${changes(value)} wait${value === 1 ? 's' : ''}, unseen, for your next sign-in.`,
      tookAlong: 'It is part of your account now.',
    },

    outbox: {
      title: 'What waits',
      none: 'Everything has arrived.',
      noneElse: 'Nothing else waits.',
      onDevice: (value: number) => `${changes(value)} on this device.`,
      noneOnDevice: 'Nothing is kept here yet.',
      waiting: (value: number) => `${changes(value)} not delivered yet.`,
      next: (time: number, now: number) => `Next try ${time <= now ? 'now' : relativeTime(time, now)}`,
      mayGo:
        'What waits is in this browser only. It may clear that when it needs room; Safari does so after seven days without a visit.',
      deliver: 'Deliver now',
      held: (value: number) =>
        count(value, { one: '# change needs your decision', other: '# changes need your decision' }),
      why,
      choices,
      mine: 'Yours, from this device',
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
      there: 'Kept',
    },
  }
}

export type UserWords = ReturnType<typeof enUser>
