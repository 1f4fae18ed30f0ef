import type { Page } from 'playwright-core'
import { showDetails } from './reader-visit.ts'

/** Every screen of the reader, and what can be open, under way or wrong on it. */

export interface ScreenState {
  readonly name: string
  /** Its address. */
  readonly hash: string
  /** What the reader does there. */
  readonly act?: (page: Page) => Promise<void>
  /** Closes anything that would stay open on other screens. */
  readonly undo?: (page: Page) => Promise<void>
  /** The element that is seen then, in every language. */
  readonly shows: string
}

/** The library that these screens are looked at with. */
export const kept = [
  'translations:20',
  'translations:131',
  'translations:97',
  'tafsirs:168',
  'tafsirs:169',
  'word_by_word_translations:59',
  'word_by_word_transliterations:60',
  'recitations:1',
  'recitations:7',
] as const

const byId = (id: string) => `[data-testid="${id}"]`
const chooseView = (view: string) => async (page: Page) => {
  await page.locator(`.verse-panel input[value="${view}"]`).check()
}
const openVerse = (verseKey: string) => (page: Page) =>
  page.getByTestId(`verse-${verseKey}`).getByTestId('verse-actions').click()
const listBy = (kind: string) => (page: Page) => page.locator(`.read-screen input[value="${kind}"]`).check()

async function openWords(page: Page): Promise<void> {
  await openVerse('112:1')(page)
  await chooseView('words')(page)
}

async function openOnPage(page: Page): Promise<void> {
  await page.locator('[data-verse-end="112:2"]').click()
}

/** With a library in which all of the above is kept. */
export const keptStates: readonly ScreenState[] = [
  { name: 'home', hash: '#/', shows: byId('chapter-link-112') },
  { name: 'home, by juz', hash: '#/', act: listBy('juzs'), shows: byId('juz-link-30') },
  { name: 'home, by page', hash: '#/', act: listBy('pages'), shows: '.page-tiles a' },
  {
    name: 'home, a chapter that is not found',
    hash: '#/',
    act: (page) => page.getByRole('searchbox').fill('no such chapter'),
    shows: '.chapters p[role="status"]',
  },
  {
    name: 'home, a place typed',
    hash: '#/',
    act: (page) => page.getByRole('searchbox').fill('juz 30'),
    shows: byId('place-typed'),
  },
  { name: 'a chapter', hash: '#/chapter/112', shows: byId('verse-112:4') },
  { name: 'a chapter, at a verse', hash: '#/chapter/1/7', shows: '[data-target]' },
  {
    name: 'a chapter, a footnote open',
    hash: '#/chapter/1',
    act: (page) => page.locator('.footnote-mark').first().click(),
    shows: '[role="note"]',
  },
  {
    name: 'a chapter, verses chosen',
    hash: '#/chapter/112',
    act: async (page) => {
      await page.getByTestId('verse-112:1').getByTestId('verse-number').click()
      await page.getByTestId('verse-112:2').getByTestId('verse-number').click()
    },
    shows: byId('range-bar'),
  },
  { name: 'a verse, its tafsir', hash: '#/chapter/112', act: openVerse('112:1'), shows: byId('tafsir') },
  { name: 'a verse, word by word', hash: '#/chapter/112', act: openWords, shows: '.words .word-translation' },
  { name: 'a page of the mushaf', hash: '#/page/604', shows: '.mushaf-word' },
  {
    name: 'a page of the mushaf, a verse open',
    hash: '#/page/604',
    act: openOnPage,
    shows: '.verse-panel [data-resource="translations:20"]',
  },
  {
    name: 'the details of syncing',
    hash: '#/chapter/112',
    act: (page) => showDetails(page, true),
    undo: (page) => showDetails(page, false),
    shows: byId('sync-line'),
  },
  {
    name: 'the places to go to',
    hash: '#/chapter/112',
    act: (page) => page.getByTestId('jump').click(),
    undo: (page) => page.keyboard.press('Escape'),
    shows: '.jump-chapters a',
  },
  {
    name: 'the verses to go to',
    hash: '#/chapter/112',
    act: async (page) => {
      await page.getByTestId('jump').click()
      await page.locator('.jump input[value="verse"]').check()
    },
    undo: (page) => page.keyboard.press('Escape'),
    shows: '.jump-numbers a',
  },
  {
    name: 'places and commands',
    hash: '#/chapter/112',
    act: async (page) => {
      await page.getByTestId('jump').click()
      await page.getByRole('combobox').fill('ikhlas')
    },
    undo: (page) => page.keyboard.press('Escape'),
    shows: byId('jump-option'),
  },
  {
    name: 'the keys',
    hash: '#/chapter/112',
    act: async (page) => {
      await page.locator('.verse-favorite').first().waitFor({ state: 'attached' })
      await page.keyboard.press('?')
    },
    undo: (page) => page.keyboard.press('Escape'),
    shows: byId('keys-help'),
  },
  { name: 'a page that no mushaf has', hash: '#/page/999', shows: '.absence' },
  { name: 'a juz', hash: '#/juz/30', shows: byId('verse-114:6') },
  {
    name: 'the player',
    hash: '#/chapter/112',
    act: (page) => page.getByTestId('play-chapter').click(),
    undo: (page) => page.locator('.player-close').click(),
    shows: `${byId('player-from')}:not(:empty)`,
  },
  {
    name: 'the player, its options',
    hash: '#/chapter/112',
    act: async (page) => {
      await page.getByTestId('play-chapter').click()
      await page.getByTestId('player-options').click()
      await page.locator('.options-sheet input[value="verse"]').check()
      await page.locator('.options-sheet input[value="15"]').check()
    },
    undo: async (page) => {
      await page.keyboard.press('Escape')
      await page.locator('.player-close').click()
    },
    shows: byId('sleep-left'),
  },
  {
    name: 'a chapter, the options of its text',
    hash: '#/chapter/112',
    act: (page) => page.getByTestId('text-options-button').click(),
    undo: (page) => page.keyboard.press('Escape'),
    shows: byId('text-options'),
  },
  { name: 'a search, before it', hash: '#/search', shows: '.search-page-screen' },
  { name: 'a search that finds', hash: '#/search?q=say', shows: `${byId('hit-112:1')} mark` },
  { name: 'a search for a famous verse', hash: '#/search?q=three+quls', shows: byId('place-typed') },
  {
    name: 'a search with a suggestion',
    hash: '#/search?q=zzzzz+say',
    shows: byId('search-suggestion'),
  },
  {
    name: 'a search that finds nothing',
    hash: '#/search?q=zzzzz',
    shows: `${byId('search-count')}:not(:empty)`,
  },
  { name: 'the library', hash: '#/library', shows: `${byId('progress-translations:20')}[data-phase="done"]` },
  {
    name: 'the library, nothing that fits',
    hash: '#/library',
    act: (page) => page.getByRole('searchbox').fill('nothing like it'),
    shows: '.hint[role="status"]',
  },
  { name: 'storage', hash: '#/storage', shows: byId('stored-translations:131') },
  { name: 'settings', hash: '#/settings', shows: '.translation-choice .switch' },
  {
    name: 'the sync panel, the engine’s own open in it',
    hash: '#/sync',
    act: (page) => page.locator('[data-testid="engine-panel"] summary').click(),
    shows: byId('subscription-quran_core:1'),
  },
  { name: 'more', hash: '#/more', shows: byId('screen-more') },
  { name: 'no such page', hash: '#/chapter/115', shows: byId('screen-unknown') },
]

/** With a library in which nothing is kept. */
export const emptyStates: readonly ScreenState[] = [
  { name: 'home', hash: '#/', shows: '.welcome' },
  { name: 'a page of the mushaf', hash: '#/page/604', shows: '.absence a' },
  { name: 'a search', hash: '#/search?q=mercy', shows: '.search-page-screen .hint a' },
  { name: 'the library', hash: '#/library', shows: byId('toggle-translations:20') },
  { name: 'storage', hash: '#/storage', shows: byId('storage') },
  { name: 'settings', hash: '#/settings', shows: '.translation-choice .hint' },
  { name: 'the sync panel', hash: '#/sync', shows: byId('current-run') },
  // Last: the Arabic text comes with it.
  { name: 'a chapter that is opened first', hash: '#/chapter/112', shows: byId('first-choice') },
]

/** Through which the keyboard walks on a phone, between the bars at the top and the bottom. */
export const walkedStates: readonly ScreenState[] = [
  ...keptStates.filter(({ name }) =>
    [
      'home',
      'a chapter',
      'a chapter, verses chosen',
      'a verse, its tafsir',
      'a page of the mushaf',
      'a juz',
      'the player',
      'a search that finds',
      'the library',
      'storage',
      'settings',
      'more',
    ].includes(name),
  ),
  { name: 'the plan', hash: '#/plan', shows: byId('screen-plan') },
  { name: 'favorites', hash: '#/saved/favorites', shows: byId('screen-saved') },
  { name: 'the account', hash: '#/account', shows: byId('screen-account') },
]
