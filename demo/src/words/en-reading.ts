import type { Figures } from './figures.ts'

/** English: verses, mushaf pages, recitations and search. */
export function enReading({ bytes, count, number, share }: Figures) {
  return {
    mode: 'Reading mode',
    modes: { translation: 'Translation', arabic: 'Arabic', words: 'Words' },
    textOptions: 'Text options',
    hiding: {
      choice: 'Hide the words to memorise them',
      title: 'Words are hidden',
      how: 'Tap a verse to reveal its next word.',
      howByKey: 'Tap a verse or press W to reveal the next word.',
      next: 'Next word',
      again: 'Hide again',
      end: 'Show all words',
      hidden: (value: number) => count(value, { one: '# hidden word', other: '# hidden words' }),
    },
    sources: 'Translations shown here',
    soFar: (part: number) => `${share(part)} downloaded`,
    rowsSoFar: (rows: number) => count(rows, { one: '# verse downloaded', other: '# verses downloaded' }),
    verseAwaited: (key: string) => `Verse ${key} is not downloaded yet.`,
    textAwaited: (name: string) => `${name}: this verse is not downloaded yet.`,
    aloneAwaited: 'This verse is not downloaded yet.',
    actions: (key: string) => `Verse ${key}: tafsir, words and more`,
    closeNote: 'Close the footnote',
    closePanel: 'Close',
    views: 'About this verse',
    view: { translations: 'Translations', tafsir: 'Tafsir', words: 'Word by word', notes: 'Notes' },
    tafsir: 'Tafsir',
    noPassage: 'This tafsir has nothing on this verse.',
    range: (from: string, to: string) => `${from} to ${to}`,
    noArticle: 'This article is not downloaded yet.',
    noTafsir: 'No tafsir downloaded yet.',
    noTranslation: 'No translation downloaded yet.',
    noWords: 'No word by word translation downloaded yet.',
    noRecitation: 'No recitation downloaded yet.',
    toLibrary: 'Open the library',
    row: { select: 'Select verse', play: 'Play', copy: 'Copy', link: 'Link', share: 'Share', more: 'More' },
    chosen: 'Selected verses',
    chooseEnd: 'Tap another verse to select up to there.',
    chooseNone: 'Clear the selection',
    playVerse: 'Play',
    playChapter: 'Listen',
    copyLink: 'Copy link',
    copyText: 'Copy text',
    copied: {
      link: 'Link copied.',
      text: 'Text copied.',
      failed: 'Could not be copied.',
    },
    inChapter: 'In its chapter',
    otherJuzs: 'Other juz',
    otherPages: 'Other pages',
    previousPage: 'Previous',
    nextPage: 'Next',
    pageOf: (first: number, last: number, pages: number) =>
      `${first === last ? first : `${first}–${last}`} / ${pages}`,
    mushaf: 'Mushaf',
    font: 'Font of this page:',
    fontMissing: 'This page needs its own font, which is not downloaded yet.',
    fontsHere: (here: number, all: number) => `Fonts: ${number(here)} of ${number(all)}`,
    noPage: 'The mushaf has no such page.',
    noPages: 'The mushaf pages are not downloaded yet.',
    keepPages: (size: number) => `Download pages, about ${bytes(size)}`,
    keeping: {
      keep: 'Download audio',
      progress: (reciter: string) => `Recordings of ${reciter}`,
      some: (here: number, all: number, size: number) => `${number(here)} of ${number(all)} · ${bytes(size)}`,
      kept: (size: number) => `Audio downloaded · ${bytes(size)}`,
      here: (here: number, all: number) => `Recordings: ${number(here)} of ${number(all)}`,
      again: 'Try again',
      cancel: 'Cancel this download',
      remove: 'Remove downloaded audio',
      why: {
        no_room: 'There is not enough space. Remove something under Storage.',
        no_sound: 'The server sent something that is not audio.',
        not_admitted: 'This app is not set up to download audio from this server.',
        no_answer: 'The audio server did not send the recording.',
        offline: 'Waiting for a connection',
      },
    },
    search: {
      field: 'Search all texts',
      placeholder: 'Words, “a phrase” or 2:255',
      only: 'Search in',
      all: 'All texts',
      order: 'Order of results',
      orders: { relevance: 'Most relevant', quran: 'Quran order' },
      results: 'Results',
      recent: 'Recent searches',
      clear: 'Clear',
      cleared: 'Recent searches cleared.',
      how: 'Searches your downloaded Arabic text, translations and tafsirs, offline too. Use quotation marks to find a phrase.',
      nothing: 'Nothing downloaded to search in yet.',
      index: 'Search index',
      building: (part: number) => `Still indexing your texts (${share(part)}); there may be more results.`,
      failed: 'The search failed. Reload the page to try again.',
      found: (total: number, text: string, partial: boolean) => {
        const hits = count(total, { one: '# result', other: '# results' })
        if (total === 0) return partial ? `No results yet for “${text}”.` : `No results for “${text}”.`
        return partial ? `${hits} so far for “${text}”` : `${hits} for “${text}”`
      },
      /** If only words with similar spellings were found. */
      similar: (total: number, text: string) =>
        `Nothing has exactly “${text}”. ${count(total, { one: '# similar result', other: '# similar results' })}`,
      /** If there are more results than can be sorted. */
      best: (found: string, most: number) => `${found}. The ${number(most)} most relevant ones are sorted.`,
      suggestion: (text: string, total: number) =>
        `Search for “${text}” instead (${count(total, { one: '# result', other: '# results' })})`,
      tips: 'Check the spelling, try fewer or other words, or a place such as 2:255. The words must be in a language of your downloads.',
      /** For a query that names a place, when no text contains its words. */
      onlyPlace: (text: string) => `The texts themselves do not contain “${text}”.`,
      more: 'Show more',
      places: 'Go to',
      noVerse: (chapter: string, verses: number) =>
        `${chapter} has ${count(verses, { one: '# verse', other: '# verses' })}.`,
      noChapter: (chapters: number) =>
        `There are ${count(chapters, { one: '# chapter', other: '# chapters' })}.`,
    },
  }
}
