// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import type { Waraq } from '../../../../app/create-waraq.ts'
import type { UserData } from '../../../../user/api.ts'
import { question, ScriptedStore } from '../../scripted-store.test-support.ts'
import { useApp, useEngine, useStore, WaraqProvider } from '../../provider.ts'
import { useLiveQuery } from '../../use-live-query.ts'
import { useFavorite } from '../use-favorite.ts'
import { useUserData } from '../provider.ts'

/** Hooks below a provider that has an application, and no part of it by itself. */

afterEach(cleanup)

/** An application whose data of a person opens when the test says so. */
function application() {
  let resolve!: (user: UserData) => void
  let reject!: (error: Error) => void
  const opening = new Promise<UserData>((...settle) => ([resolve, reject] = settle))
  const favorite = vi.fn<UserData['favorite']>(async () => async () => undefined)
  const user = {
    favorite,
    account: { get: () => ({ account: null }), subscribe: () => () => undefined },
    live: () => ({ subscribe: () => () => undefined }),
  } as unknown as UserData
  const scripted = new ScriptedStore()
  const engine = {}
  const asked = vi.fn<Waraq['user']>(() => opening)
  const app = { engine, store: scripted.store, user: asked } as unknown as Waraq
  return {
    app,
    engine,
    scripted,
    asked,
    favorite,
    open: () => act(async () => resolve(user)),
    user,
    fail: () => act(async () => reject(new Error('The code did not come.'))),
  }
}

function Shown() {
  const { data, isPending } = useLiveQuery(question('text'))
  const { on, toggle } = useFavorite('2:255')
  return (
    <button aria-pressed={on} onClick={() => void toggle()}>
      {isPending ? 'pending' : data}
    </button>
  )
}

it('queries are asked of its store, and what a person keeps is opened by the first hook that needs it', async () => {
  const { app, scripted, asked, favorite, open } = application()
  const { getByRole } = render(
    <WaraqProvider app={app}>
      <Shown />
    </WaraqProvider>,
  )
  act(() => scripted.answer('text', 'a verse'))
  expect(getByRole('button').textContent).toBe('a verse')
  expect(asked).toHaveBeenCalled()
  // A tap that comes before it is open is kept.
  await act(async () => getByRole('button').click())
  expect(favorite).not.toHaveBeenCalled()
  await open()
  expect(favorite).toHaveBeenCalledWith('2:255', true)
})

it('its parts are there for hooks, and its user data once that is open', async () => {
  const { app, engine, scripted, open, user } = application()
  const observed: unknown[] = []
  const See = () => {
    observed.push(useUserData())
    expect([useApp(), useEngine(), useStore()]).toEqual([app, engine, scripted.store])
    return null
  }
  render(
    <WaraqProvider app={app}>
      <See />
    </WaraqProvider>,
  )
  await open()
  expect([observed[0], observed.at(-1)]).toEqual([null, user])
})

it('on a server nothing is opened', () => {
  const { app, asked } = application()
  const markup = renderToString(
    <WaraqProvider app={app}>
      <Shown />
    </WaraqProvider>,
  )
  expect(markup).toContain('pending')
  expect(asked).not.toHaveBeenCalled()
})

it('data that could not be opened is asked for again by who comes later', async () => {
  const { app, asked, fail } = application()
  const shown = () =>
    render(
      <WaraqProvider app={app}>
        <Shown />
      </WaraqProvider>,
    )
  const { unmount } = shown()
  await fail()
  unmount()
  const before = asked.mock.calls.length
  shown()
  expect(asked.mock.calls.length).toBeGreaterThan(before)
})
