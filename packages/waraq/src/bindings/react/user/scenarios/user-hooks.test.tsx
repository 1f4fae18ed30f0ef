// @vitest-environment happy-dom
import { act, cleanup, render, renderHook } from '@testing-library/react'
import { ObservableValue } from '../../../../client/observable.ts'
import type { AccountState } from '../../../../user/accounts/accounts.ts'
import type { ChapterMarks } from '../../../../user/view/queries.ts'
import type { StoredItem, UserQuery } from '../../../../user/view/answered.ts'
import type { StoredNote } from '../../../../user/view/note-queries.ts'
import type { Undo, UserData, UserObserver } from '../../../../user/api.ts'
import { Profiler, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepMs } from '../../../../app/shared-source.ts'
import { useAccount } from '../use-account.ts'
import {
  useCollection,
  useCollections,
  useOutbox,
  usePlace,
  useSetting,
  useFavorites,
} from '../use-stored.ts'
import { useMarks, useVerseMarks } from '../use-marks.ts'
import { useNotes } from '../use-notes.ts'
import { useFavorite } from '../use-favorite.ts'
import { useUserData, UserDataProvider } from '../provider.ts'

/** User data that the test answers for, with what was wished for in order. */
class ScriptedUser {
  readonly begun: string[] = []
  readonly pending: {
    verseKey: string
    on: boolean
    done: (undo?: Undo) => void
    fail: (error: Error) => void
  }[] = []
  readonly account = new ObservableValue<AccountState>({ account: null, session: 'unknown', scope: null })
  readonly #observers = new Map<string, Set<(value: unknown) => void>>()
  readonly #failing = new Set<(error: unknown) => void>()

  get user(): UserData {
    return this as unknown as UserData
  }

  get followed(): string[] {
    return [...this.#observers].flatMap(([key, { size }]) => (size > 0 ? [key] : []))
  }

  favorite(verseKey: string, on: boolean): Promise<Undo | undefined> {
    return new Promise<Undo | undefined>((done, fail) => void this.pending.push({ verseKey, on, done, fail }))
  }

  live({ key }: UserQuery<unknown>) {
    return {
      subscribe: ({ next, error }: UserObserver<unknown>) => {
        this.begun.push(key)
        if (error) this.#failing.add(error)
        const all = this.#observers.get(key) ?? new Set()
        this.#observers.set(key, all.add(next))
        return () => void all.delete(next)
      },
    }
  }

  /** All data can no longer be read. */
  fail(): void {
    for (const error of this.#failing) error(new Error('damaged'))
  }

  answer(key: string, value: unknown): void {
    for (const next of this.#observers.get(key) ?? []) next(value)
  }
}

let scripted: ScriptedUser
beforeEach(() => {
  vi.useFakeTimers()
  scripted = new ScriptedUser()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Provided({ children }: { readonly children: ReactNode }) {
  return <UserDataProvider user={scripted.user}>{children}</UserDataProvider>
}

const kept = (pending = false): StoredItem => ({ pending, blocked: null, createdAt: 1, updatedAt: 1 })
const note = (key: string, ...ranges: string[]): StoredNote => ({
  key,
  body: `Text of ${key}`,
  ranges,
  ...kept(),
})

/** Marks as a live query answers them: new objects each time. */
function marks(favorited: readonly string[], notes: readonly StoredNote[] = []): ChapterMarks {
  return {
    favorited: new Map(favorited.map((key) => [key, kept(true)])),
    reading: new Map(),
    highlights: new Map(),
    collections: new Map([['2:1', ['collection|a']]]),
    notes: notes.map((each) => ({ ...each })),
  }
}

const answer = (value: ChapterMarks) => act(() => scripted.answer('marks|2', value))
const strict = { wrapper: Provided, reactStrictMode: true }

describe('a favorite', () => {
  const favorite = () => renderHook(() => useFavorite('2:255'), strict)

  it('is what the person keeps, and says whether it has arrived', () => {
    const { result } = favorite()
    expect(result.current).toMatchObject({ on: false, pending: false, blocked: null })
    answer(marks(['2:255']))
    expect(result.current).toMatchObject({ on: true, pending: true, blocked: null })
    answer(marks([]))
    expect(result.current).toMatchObject({ on: false, pending: false })
  })

  it('shows a pending change at once, and what is kept from the answer that follows it', async () => {
    const { result } = favorite()
    answer(marks([]))
    act(() => void result.current.toggle())
    expect(result.current).toMatchObject({ on: true, pending: true })
    await act(async () => scripted.pending[0]!.done())
    // On the disk, and not in an answer yet.
    expect(result.current.on).toBe(true)
    answer(marks(['2:255']))
    expect(result.current.on).toBe(true)
    // Another device takes it away.
    answer(marks([]))
    expect(result.current.on).toBe(false)
  })

  it('that cannot be read is shown as it is known, and as pressed only once it is kept', async () => {
    const { result } = favorite()
    answer(marks([]))
    act(() => void result.current.toggle().catch(() => undefined))
    expect(result.current.on).toBe(true)
    act(() => scripted.fail())
    expect(result.current).toMatchObject({ on: false, pending: false })
    await act(async () => scripted.pending[0]!.fail(new Error('damaged')))
    act(() => void result.current.toggle())
    expect(result.current.on).toBe(false)
    await act(async () => scripted.pending[1]!.done())
    answer(marks(['2:255']))
    expect(result.current).toMatchObject({ on: true })
  })

  it('is as it was after two quick taps, in whatever order they are written', async () => {
    const { result } = favorite()
    answer(marks([]))
    const { toggle } = result.current
    act(() => {
      void toggle()
      void toggle()
    })
    expect(scripted.pending.map(({ verseKey, on }) => [verseKey, on])).toEqual([
      ['2:255', true],
      ['2:255', false],
    ])
    expect(result.current.on).toBe(false)
    await act(async () => scripted.pending[0]!.done())
    answer(marks(['2:255']))
    expect(result.current.on).toBe(false)
    await act(async () => scripted.pending[1]!.done())
    answer(marks([]))
    expect(result.current).toMatchObject({ on: false, pending: false })
  })

  it('resolves with the function that takes the change back', async () => {
    const { result } = favorite()
    answer(marks([]))
    const undo = () => Promise.resolve()
    let reported: unknown
    act(() => void result.current.toggle().then((each) => (reported = each)))
    await act(async () => scripted.pending[0]!.done(undo))
    expect(reported).toBe(undo)
  })

  it('is as it was where the pending change cannot be kept, and tells its caller', async () => {
    const { result } = favorite()
    answer(marks([]))
    let reported: unknown
    act(() => void result.current.toggle().catch((error: unknown) => (reported = error)))
    expect(result.current.on).toBe(true)
    await act(async () => scripted.pending[0]!.fail(new Error('no room')))
    expect([result.current.on, reported]).toEqual([false, new Error('no room')])
  })

  it('is the same for all components of the verse', () => {
    const [one, other] = [favorite(), favorite()]
    answer(marks([]))
    act(() => void one.result.current.toggle())
    expect(other.result.current.on).toBe(true)
    act(() => void other.result.current.toggle())
    expect(scripted.pending.map(({ on }) => on)).toEqual([true, false])
  })

  it('forgets a pending change that nothing follows once it is on the disk', async () => {
    const { result, unmount } = favorite()
    answer(marks([]))
    const { toggle } = result.current
    unmount()
    vi.advanceTimersByTime(keepMs)
    void toggle()
    await act(async () => scripted.pending[0]!.done())
    expect(favorite().result.current).toMatchObject({ on: false, pending: false })
  })
})

describe('the marks of a surah', () => {
  const verses = Array.from({ length: 286 }, (_, index) => `2:${index + 1}`)

  it('are one live query for all verses, and a verse renders with its own change alone', () => {
    const rendered: string[] = []
    function Verse({ verseKey }: { readonly verseKey: string }) {
      const { on } = useFavorite(verseKey)
      const { notes } = useVerseMarks(verseKey)
      return (
        <p>
          {on} {notes.length}
        </p>
      )
    }
    render(
      <Provided>
        {verses.map((verseKey) => (
          <Profiler key={verseKey} id={verseKey} onRender={(id) => void rendered.push(id)}>
            <Verse verseKey={verseKey} />
          </Profiler>
        ))}
      </Provided>,
    )
    expect(scripted.begun).toEqual(['marks|2'])
    answer(marks(verses, [note('note|a', '2:1-2:3')]))
    rendered.length = 0
    answer(marks(verses, [note('note|a', '2:1-2:3')]))
    expect(rendered).toEqual([])
    answer(marks(verses.slice(1), [note('note|a', '2:1-2:3'), note('note|b', '2:4-2:4')]))
    expect(new Set(rendered)).toEqual(new Set(['2:1', '2:4']))
  })

  it('give the notes about a surah or its verses, each once', () => {
    const about = (range: number | string) => renderHook(() => useNotes(range), strict).result
    const [surah, verse, range] = [about(2), about('2:2'), about('2:3-2:9')]
    expect(surah.current.isPending).toBe(true)
    answer(marks([], [note('note|a', '2:1-2:3'), note('note|b', '2:9-2:9')]))
    const keys = ({ current }: typeof surah) => current.data?.map(({ key }) => key)
    expect([keys(surah), keys(verse), keys(range)]).toEqual([
      ['note|a', 'note|b'],
      ['note|a'],
      ['note|a', 'note|b'],
    ])
    expect(scripted.begun).toEqual(['marks|2'])
  })
})

it('each list is its question, asked once', () => {
  const hooks = {
    favorites: () => useFavorites(),
    collections: () => useCollections(),
    place: usePlace,
    outbox: useOutbox,
    notes: () => useNotes(),
    members: () => useCollection('collection|a'),
    none: () => useCollection(null),
    theme: () => useSetting({ group: 'theme', key: 'type' }),
  }
  const results = Object.entries(hooks).map(
    ([name, hook]) => [name, renderHook<unknown, void>(hook, strict).result] as const,
  )
  expect(scripted.begun).toEqual([
    'members|favorites',
    'collections',
    'place',
    'outbox',
    'notes',
    'members|collection|a',
    'setting|theme.type',
  ])
  act(() => scripted.answer('place', { verseKey: '18:60', ...kept() }))
  const place = results.find(([name]) => name === 'place')![1]
  expect(place.current).toMatchObject({ data: { verseKey: '18:60' }, isPending: false })
})

it('what was answered of one account is gone before the next one answers', () => {
  const { result } = renderHook(() => useFavorite('2:255'), strict)
  const outbox = renderHook(() => useOutbox(), strict).result
  answer(marks(['2:255']))
  act(() => scripted.answer('outbox', { waiting: 3 }))
  act(() => scripted.account.set({ account: 'b', session: 'signed_in', scope: '' }))
  expect([result.current.on, outbox.current.isPending, outbox.current.data]).toEqual([false, true, undefined])
  answer(marks(['2:255']))
  act(() => scripted.account.set({ account: 'b', session: 'signed_out', scope: null }))
  expect(result.current.on).toBe(true)
})

it('the account is that of the user data', () => {
  const { result } = renderHook(() => useAccount(), strict)
  expect(result.current).toEqual({ account: null, session: 'unknown', scope: null })
  act(() => scripted.account.set({ account: 'a', session: 'signed_in', scope: 'note' }))
  expect(result.current).toEqual({ account: 'a', session: 'signed_in', scope: 'note' })
})

describe('without user data', () => {
  function Page() {
    const { on } = useFavorite('2:255')
    const { isPending: pending } = useOutbox()
    return <p>{JSON.stringify([on, pending, useAccount() ?? 'nobody', useMarks(2).isPending])}</p>
  }

  it.each([
    ['a server renders what is pending, with user data', () => scripted.user],
    ['and without', () => null],
  ])('%s', (_, user) => {
    const html = renderToString(
      <UserDataProvider user={user()}>
        <Page />
      </UserDataProvider>,
    )
    expect(html.replaceAll('&quot;', '"')).toBe('<p>[false,true,"nobody",true]</p>')
    expect(scripted.begun).toEqual([])
  })

  it('a tap does nothing, and a provider is needed', async () => {
    const none = ({ children }: { readonly children: ReactNode }) => (
      <UserDataProvider user={null}>{children}</UserDataProvider>
    )
    const { result } = renderHook(() => useFavorite('2:255'), { wrapper: none })
    await act(() => result.current.toggle())
    expect(result.current.on).toBe(false)
    const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    expect(() => renderHook(() => useUserData())).toThrow(expect.objectContaining({ code: 'not_provided' }))
    reported.mockRestore()
  })
})
