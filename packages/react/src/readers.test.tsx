// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { act, cleanup, configure, render, renderHook, waitFor } from '@testing-library/react'
import { createSyncEngine, openContentStore, type ContentStore, type SyncEngine } from '@waraq/engine'
import { openCatalogue, type Catalogue } from '@waraq/engine/catalogue'
import {
  article,
  chapterAudio,
  coreChapter,
  coreChapters,
  coreVerse,
  coreVersesOfChapter,
  fontAssetOf,
  fontAssets,
  hizbOf,
  juz,
  juzOf,
  mushafInfo,
  mushafPage,
  mushafPageOf,
  mushafVerses,
  mushafVerseWords,
  rubElHizbOf,
  sideBySide,
  tafsirChapter,
  tafsirPassage,
  translationChapter,
  translationJuz,
  translationPage,
  translationRange,
  translationVerse,
  verseAudio,
  verseWords,
  type Query,
} from '@waraq/engine/readers'
import { createSandbox, type Sandbox } from '@waraq/sandbox'
import { StrictMode, Suspense, type ReactNode } from 'react'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import * as hooks from './index.ts'

// A second is the default, which a busy machine takes at times.
configure({ asyncUtilTimeout: 30_000 })

/** The hooks over a real library, with a real engine that fills it from the sandbox. */

const refs = {
  translation: { group: 'translations', id: 20 },
  tafsir: { group: 'tafsirs', id: 169 },
  core: { group: 'quran_core', id: 1 },
  mushaf: { group: 'mushafs', id: 1 },
  words: { group: 'word_by_word_translations', id: 59 },
  recitation: { group: 'recitations', id: 7 },
  article: { group: 'articles', id: 1 },
}

let sandbox: Sandbox
let engine: SyncEngine
let store: ContentStore
let catalogue: Catalogue

beforeAll(async () => {
  sandbox = createSandbox({ content: 'small' })
  const service = {
    contentRoot: 'http://127.0.0.1/content',
    tokens: { get: () => sandbox.accessToken() },
    fetch: (input: RequestInfo | URL, init?: RequestInit) => sandbox.fetch(new Request(input, init)),
  }
  engine = createSyncEngine(service)
  store = openContentStore()
  catalogue = openCatalogue({ engine })
  await engine.subscribe(
    Object.values(refs)
      .map(({ group, id }) => `${group}:${id}`)
      .join(';'),
  )
  expect((await engine.sync()).outcome).toBe('current')
})
afterEach(cleanup)
afterAll(async () => {
  store.close()
  catalogue.close()
  await engine.close()
})

function Provided({ children }: { readonly children: ReactNode }) {
  return (
    <hooks.WaraqProvider engine={engine} store={store} catalogue={catalogue}>
      {children}
    </hooks.WaraqProvider>
  )
}

const { translation, tafsir, core, mushaf, words, recitation } = refs

/** Each hook, and the query that it asks. */
const pairs: readonly [string, () => hooks.LiveResult<unknown>, Query<unknown>][] = [
  [
    'useTranslationVerse',
    () => hooks.useTranslationVerse(translation, '112:1'),
    translationVerse(translation, '112:1'),
  ],
  [
    'useTranslationRange',
    () => hooks.useTranslationRange(translation, { from: '112:2', to: '113:1' }),
    translationRange(translation, { from: '112:2', to: '113:1' }),
  ],
  [
    'useTranslationChapter',
    () => hooks.useTranslationChapter(translation, 112),
    translationChapter(translation, 112),
  ],
  ['useTranslationJuz', () => hooks.useTranslationJuz(translation, 30), translationJuz(translation, 30)],
  [
    'useTranslationPage',
    () => hooks.useTranslationPage(translation, 1, { mushaf }),
    translationPage(translation, 1, { mushaf }),
  ],
  ['useTafsirPassage', () => hooks.useTafsirPassage(tafsir, '112:1'), tafsirPassage(tafsir, '112:1')],
  ['useTafsirChapter', () => hooks.useTafsirChapter(tafsir, 112), tafsirChapter(tafsir, 112)],
  ['useCoreVerse', () => hooks.useCoreVerse(core, '112:1'), coreVerse(core, '112:1')],
  ['useCoreVersesOfChapter', () => hooks.useCoreVersesOfChapter(core, 112), coreVersesOfChapter(core, 112)],
  ['useCoreChapter', () => hooks.useCoreChapter(core, 112), coreChapter(core, 112)],
  ['useCoreChapters', () => hooks.useCoreChapters(core), coreChapters(core)],
  ['useJuz', () => hooks.useJuz(core, 30), juz(core, 30)],
  ['useJuzOf', () => hooks.useJuzOf(core, '112:1'), juzOf(core, '112:1')],
  ['useHizbOf', () => hooks.useHizbOf(core, '112:1'), hizbOf(core, '112:1')],
  ['useRubElHizbOf', () => hooks.useRubElHizbOf(core, '112:1'), rubElHizbOf(core, '112:1')],
  ['useFontAssets', () => hooks.useFontAssets(mushaf), fontAssets(mushaf)],
  ['useFontAssetOf', () => hooks.useFontAssetOf(mushaf, 1), fontAssetOf(mushaf, 1)],
  ['useMushafInfo', () => hooks.useMushafInfo(mushaf), mushafInfo(mushaf)],
  ['useMushafPage', () => hooks.useMushafPage(mushaf, 1), mushafPage(mushaf, 1)],
  ['useMushafPageOf', () => hooks.useMushafPageOf(mushaf, '112:1'), mushafPageOf(mushaf, '112:1')],
  ['useMushafVerses', () => hooks.useMushafVerses(mushaf, 1), mushafVerses(mushaf, 1)],
  ['useMushafVerseWords', () => hooks.useMushafVerseWords(mushaf, '1:1'), mushafVerseWords(mushaf, '1:1')],
  [
    'useVerseWords',
    () => hooks.useVerseWords({ mushaf, translation: words }, '1:1'),
    verseWords({ mushaf, translation: words }, '1:1'),
  ],
  ['useVerseAudio', () => hooks.useVerseAudio(recitation, '1:1'), verseAudio(recitation, '1:1')],
  ['useChapterAudio', () => hooks.useChapterAudio(recitation, 1), chapterAudio(recitation, 1)],
  ['useArticle', () => hooks.useArticle(refs.article, ['en']), article(refs.article, ['en'])],
  [
    'useSideBySide',
    () => hooks.useSideBySide({ translations: [translation], tafsirs: [tafsir] }, { chapter: 112 }),
    sideBySide({ translations: [translation], tafsirs: [tafsir] }, { chapter: 112 }),
  ],
]

describe('a reader', () => {
  it.each(pairs)('%s answers as its query does', async (_name, use, query) => {
    const expected = await store.view(query)
    expect(expected).toBeTruthy()
    expect(expected).not.toEqual([])
    const { result } = renderHook(use, { wrapper: Provided })
    expect(result.current.pending).toBe(true)
    await waitFor(() => expect(result.current.pending).toBe(false))
    expect(result.current).toEqual({ value: expected, error: undefined, pending: false })
  })

  it('of resources answers as the store does', async () => {
    const { result } = renderHook(() => [hooks.useResources(), hooks.useResource(tafsir)] as const, {
      wrapper: Provided,
    })
    await waitFor(() => expect(result.current.every(({ pending }) => !pending)).toBe(true))
    const [all, one] = result.current
    expect(all.value?.map(({ key }) => key)).toEqual((await store.resources()).map(({ key }) => key))
    expect(one.value).toMatchObject({ key: 'tafsirs:169', status: 'installed' })
  })

  it('that is asked a mistake throws it while rendering', () => {
    expect(() =>
      renderHook(() => hooks.useTranslationVerse(translation, 'first'), { wrapper: Provided }),
    ).toThrow(expect.objectContaining({ code: 'invalid_argument' }))
  })
})

it('a correction that a sync brings is on the page', async () => {
  function Verse() {
    return <p>{hooks.useLiveSuspense(translationVerse(translation, '112:1'))?.text}</p>
  }
  function Commits() {
    return <b>{hooks.useSyncStatus()?.commits}</b>
  }
  // React asks again what suspends in here only where this is waited for.
  const { container } = await act(async () =>
    render(
      <StrictMode>
        <Provided>
          <Suspense fallback="waiting">
            <Verse />
          </Suspense>
          <Commits />
        </Provided>
      </StrictMode>,
    ),
  )
  await waitFor(() => expect(container.querySelector('p')).not.toBeNull())
  const before = Number(container.querySelector('b')?.textContent)
  const verse = await store.view(translationVerse(translation, '112:1'))
  sandbox.publish([{ resource: 'translations:20', update: { key: verse!.row.id, text: 'corrected' } }])
  await engine.sync()
  await waitFor(() => expect(container.querySelector('p')?.textContent).toBe('corrected'))
  await waitFor(() => expect(Number(container.querySelector('b')?.textContent)).toBeGreaterThan(before))
})

it('names come from the catalogue, and are made where it has none', async () => {
  const { result } = renderHook(
    () => ({
      catalogue: hooks.useCatalogue(),
      known: hooks.useResourceDescription(translation),
      unknown: hooks.useResourceDescription({ group: 'quran_core', id: 1 }),
    }),
    { wrapper: Provided },
  )
  expect(result.current.known.name).toBe('Translations 20')
  await waitFor(() => expect(result.current.known.name).toBe('Saheeh International (quran-json)'))
  await waitFor(() => expect(result.current.catalogue.chapters.length).toBeGreaterThan(0))
  expect(result.current.unknown.name).toBe('Quran core 1')
  const without = renderHook(() => hooks.useCatalogue(), {
    wrapper: ({ children }) => <hooks.WaraqProvider>{children}</hooks.WaraqProvider>,
  })
  expect(without.result.current).toMatchObject({ chapters: [], fetchedAt: null, problems: [] })
})
