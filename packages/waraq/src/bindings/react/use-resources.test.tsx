// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { act, cleanup, configure, render, renderHook, waitFor } from '@testing-library/react'
import { createSyncEngine } from '../../sync/engine/create-sync-engine.ts'
import { openContentStore } from '../../store/read/open-content-store.ts'
import type { ContentStore } from '../../store/read/content-store.ts'
import type { SyncEngine } from '../../sync/api/sync-engine.ts'
import { openCatalogue } from '../../quran/catalogue/open-catalogue.ts'
import type { Catalogue } from '../../quran/catalogue/catalogue.ts'
import { sideBySide } from '../../quran/readers/side-by-side.ts'
import { tafsirPassage } from '../../quran/readers/tafsir.ts'
import { translationChapter, translationVerse } from '../../quran/readers/translation.ts'
import { verseWords } from '../../quran/readers/words.ts'
import type { Query } from '../../quran/readers/query.ts'
import { createSandbox, type Sandbox } from '@waraq/sandbox'
import { StrictMode, Suspense, type ReactNode } from 'react'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import * as hooks from '../../react.ts'

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

const { translation, tafsir, mushaf, words } = refs

const queries: readonly [string, Query<unknown>][] = [
  ['a chapter', translationChapter(translation, 112)],
  ['a passage', tafsirPassage(tafsir, '112:1')],
  ['the words of a verse', verseWords({ mushaf, translation: words }, '1:1')],
  [
    'texts beside each other',
    sideBySide({ translations: [translation], tafsirs: [tafsir] }, { chapter: 112 }),
  ],
]

describe('a reader', () => {
  it.each(queries)('of %s answers as the store does', async (_name, query) => {
    const expected = await store.query(query)
    expect(expected).toBeTruthy()
    expect(expected).not.toEqual([])
    const { result } = renderHook(() => hooks.useLiveQuery(query), { wrapper: Provided })
    expect(result.current.isPending).toBe(true)
    await waitFor(() => expect(result.current.isPending).toBe(false))
    expect(result.current).toEqual({ data: expected, error: undefined, isPending: false })
  })

  it('of resources answers as the store does', async () => {
    const { result } = renderHook(() => [hooks.useResources(), hooks.useResource(tafsir)] as const, {
      wrapper: Provided,
    })
    await waitFor(() => expect(result.current.every(({ isPending: pending }) => !pending)).toBe(true))
    const [all, one] = result.current
    expect(all.data?.map(({ key }) => key)).toEqual((await store.resources()).map(({ key }) => key))
    expect(one.data).toMatchObject({ key: 'tafsirs:169', status: 'installed' })
  })

  it('that is asked a mistake throws it while rendering', () => {
    expect(() =>
      renderHook(() => hooks.useLiveQuery(translationVerse(translation, 'first')), { wrapper: Provided }),
    ).toThrow(expect.objectContaining({ code: 'invalid_argument' }))
  })
})

it('a correction that a sync brings is on the page', async () => {
  function Verse() {
    return <p>{hooks.useSuspenseLiveQuery(translationVerse(translation, '112:1'))?.text}</p>
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
  const verse = await store.query(translationVerse(translation, '112:1'))
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
