import type { Figures } from './figures.ts'

/** English: verses, mushaf pages, recitations and search. */
export function enReading({ bytes, count, number, share }: Figures) {
  return {
    sources: 'Translations shown here',
    soFar: (part: number) => `${share(part)} so far`,
    rowsSoFar: (rows: number) => count(rows, { one: '# verse so far', other: '# verses so far' }),
    verseAwaited: (key: string) => `Verse ${key} has not arrived yet. It is on its way.`,
    textAwaited: (name: string) => `${name}: this verse has not arrived yet.`,
    actions: (key: string) => `Verse ${key}: tafsir, words and more`,
    closeNote: 'Close the footnote',
    closePanel: 'Close',
    views: 'What to read about the verse',
    view: { translations: 'Translations', tafsir: 'Tafsir', words: 'Word by word', notes: 'Notes' },
    tafsir: 'Tafsir',
    noPassage: 'This tafsir says nothing about this verse.',
    range: (from: string, to: string) => `${from} to ${to}`,
    noTafsir: 'No tafsir is on this device.',
    noTranslation: 'No translation is on this device.',
    noWords: 'No word by word translation is on this device.',
    noRecitation: 'No recitation is on this device.',
    toLibrary: 'Choose in the library',
    playVerse: 'Play',
    playChapter: 'Listen',
    copyLink: 'Copy link',
    copyText: 'Copy text',
    copied: {
      link: 'The link was copied.',
      text: 'The text was copied.',
      failed: 'The browser did not let it be copied.',
    },
    inChapter: 'In its chapter',
    otherJuzs: 'Other juz',
    otherPages: 'Other pages',
    previousPage: 'Previous',
    nextPage: 'Next',
    pageOf: (page: number, pages: number) => `${page} / ${pages}`,
    mushaf: 'Mushaf',
    font: 'Font of this page:',
    fontMissing: 'This page can be shown in its own font only, and that is not on this device yet.',
    fontsHere: (here: number, all: number) => `Fonts: ${number(here)} of ${number(all)}`,
    noPage: 'The mushaf has no such page.',
    noPages: 'The pages of the mushaf are not kept on this device.',
    keepPages: (size: number) => `Keep the pages, about ${bytes(size)}`,
    keeping: {
      keep: 'Keep offline',
      progress: (reciter: string) => `Recordings of ${reciter}`,
      some: (here: number, all: number, size: number) => `${number(here)} of ${number(all)} · ${bytes(size)}`,
      kept: (size: number) => `Plays offline · ${bytes(size)}`,
      here: (here: number, all: number) => `Recordings: ${number(here)} of ${number(all)}`,
      again: 'Try again',
      cancel: 'Stop keeping these recordings',
      remove: 'Remove these recordings',
      why: {
        no_room: 'This device has no room for them. Remove something under Storage.',
        no_sound: 'The host answers with something that is no recording.',
        not_admitted: 'The settings of this reader do not admit the host of these recordings.',
        no_answer: 'The host of the recordings does not answer, or refuses.',
      },
    },
    player: {
      region: 'Player',
      previous: 'Previous verse',
      next: 'Next verse',
      play: 'Play',
      pause: 'Pause',
      follow: 'Follow the verse on the page',
      close: 'Close the player',
      reciter: 'Reciter',
      position: 'Position in the recording',
      loading: 'Loading…',
      from: { device: 'Plays from this device', network: 'Plays over the network' },
      problems: {
        not_set_up: 'Audio is not set up: the settings of this reader name no host to play recordings from.',
        nothing_here: 'This recitation has no recording of this chapter.',
        not_admitted: (host: string) => `The settings of this reader do not admit recordings from ${host}.`,
        unplayable: (host: string) =>
          `This recording cannot be played: ${host} does not answer with one. The text stays readable.`,
        unplayable_here: 'This browser cannot play the recording that is on this device.',
        not_here:
          'This recording is not on this device, and there is no connection. The text stays readable.',
        press_play: 'Ready. Press play to begin.',
      },
    },
    search: {
      field: 'Search all texts',
      placeholder: 'Words, “a phrase” or 2:255',
      only: 'Search in',
      all: 'All texts',
      how: 'Searches the Arabic, translations and tafsirs on this device, offline too. Words in quotation marks have to follow each other.',
      nothing: 'No text is on this device to be searched.',
      index: 'Search index',
      building: (part: number) =>
        `The search index is still being built (${share(part)}); there may be more to find.`,
      failed: 'The search failed. Reload the page to try again.',
      found: (total: number, text: string, partial: boolean) => {
        const hits = count(total, { one: '# result', other: '# results' })
        if (total === 0) return partial ? `Nothing yet for “${text}”.` : `Nothing is found for “${text}”.`
        return partial ? `${hits} so far for “${text}”` : `${hits} for “${text}”`
      },
      more: 'Show more',
      places: 'Go to',
      noVerse: (chapter: string, verses: number) =>
        `${chapter} has ${count(verses, { one: '# verse', other: '# verses' })}.`,
      noChapter: (chapters: number) =>
        `There are ${count(chapters, { one: '# chapter', other: '# chapters' })}.`,
    },
  }
}
