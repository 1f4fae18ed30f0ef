import { settle } from '@waraq/test-support/at-rest'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { favorites } from '../user/view/queries.ts'
import { translationChapter } from '../quran/readers/translation.ts'
import { EngineWorker } from '../worker/stage.test-support.ts'
import { createWaraq, type Waraq, type WaraqOptions } from './create-waraq.ts'

/** What the front door makes of its options. `create-waraq.browser.test.ts` opens it in a browser. */

let app: Waraq | undefined
afterEach(async () => {
  await app?.close()
  app = undefined
  vi.unstubAllGlobals()
})

describe('in a page', () => {
  beforeEach(() => {
    vi.stubGlobal('document', new EventTarget())
    const page = new EventTarget()
    vi.stubGlobal('navigator', {})
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
    vi.stubGlobal('location', { href: 'https://reader.example/book/', origin: 'https://reader.example' })
  })

  function open(options: WaraqOptions = {}): EngineWorker {
    const worker = new EngineWorker(undefined)
    worker.engine.outcomes.setSubscriptions = () => []
    worker.engine.outcomes.startAutoSync = () => undefined
    worker.engine.outcomes.unsubscribe = () => undefined
    worker.engine.outcomes.sync = () => ({ outcome: 'current' })
    worker.engine.outcomes.wake = () => ({ result: 'synced' })
    app = createWaraq({ worker: () => worker as unknown as Worker, ...options })
    return worker
  }
  const callsOf = async (worker: EngineWorker) => {
    await app!.engine.status()
    await settle()
    return worker.engine.calls
      .filter(({ method }) => /ubscri|AutoSync/.test(method))
      .map(({ method, args }) => [method, ...args])
  }

  it.each<[string, WaraqOptions, unknown, unknown]>([
    [
      'by default',
      {},
      'https://reader.example/waraq/content',
      { proxy: 'https://reader.example/waraq/content' },
    ],
    [
      'at an endpoint',
      { endpoint: '/api/w/' },
      'https://reader.example/api/w/content',
      { proxy: 'https://reader.example/api/w/content' },
    ],
    [
      'at an address',
      { endpoint: 'https://api.example' },
      'https://api.example/content',
      { proxy: 'https://api.example/content' },
    ],
    [
      'with tokens',
      { contentRoot: 'https://service.example/content', relay: '/token' },
      'https://service.example/content',
      '/token',
    ],
  ])('%s it asks there', async (_, options, contentRoot, relay) => {
    const worker = open(options)
    await app!.engine.status()
    expect(worker.options).toMatchObject({ contentRoot, relay })
  })

  it('keeps what the application says, and what a person adds', async () => {
    const worker = open({ content: ['translations:20'], autoSync: { everyMs: 120_000 } })
    expect(await app!.add('translations:131')).toBe('translations:20')
    await app!.remove('translations:131')
    expect((await app!.sync()).outcome).toBe('current')
    expect(await callsOf(worker)).toEqual([
      ['setSubscriptions', ['translations:20']],
      ['startAutoSync', { everyMs: 120_000 }],
      ['subscribe', 'translations:131', { owner: 'person' }],
      ['unsubscribe', 'translations:131', { owner: 'person' }],
    ])
  })

  it('accepts groups that are newer than this version, if the application says so', async () => {
    const worker = open({ content: ['brandnew:3'], unknownGroups: 'allow' })
    await app!.add('brandnew:4')
    expect(await callsOf(worker)).toEqual([
      ['setSubscriptions', ['brandnew:3'], { unknownGroups: 'allow' }],
      ['startAutoSync', {}],
      ['subscribe', 'brandnew:4', { owner: 'person', unknownGroups: 'allow' }],
    ])
  })

  it.each<[string, WaraqOptions, RegExp]>([
    ['a filter that is none', { content: ['translation:20'] }, /Did you mean translations/],
    ['a group that it does not know', { content: ['brandnew:3'] }, /unknownGroups: 'allow'/],
    ['an interval out of range', { autoSync: { everyMs: 30_000 } }, /everyMs is 30000; give milliseconds/],
  ])('refuses %s, before it makes anything', (_, options, message) => {
    const worker = vi.fn<() => Worker>()
    expect(() => createWaraq({ worker, ...options })).toThrowError(message)
    expect(worker).not.toHaveBeenCalled()
  })

  it('opens nothing again after it was closed', async () => {
    open()
    await app!.close()
    for (const call of [app!.user(), app!.search(), app!.query(favorites())])
      await expect(call).rejects.toMatchObject({ code: 'engine_closed' })
  })
})

it('on a server nothing is made, live queries are pending, and calls say that it is one', async () => {
  vi.stubGlobal('navigator', undefined)
  const worker = vi.fn<() => Worker>()
  app = createWaraq({ worker, content: ['translations:20'] })
  const answers = app.live(translationChapter('translations:20', 1))
  expect(answers.get()).toEqual({ data: undefined, error: undefined, isPending: true, problem: null })
  expect([app.status.get(), app.problem.get()]).toEqual([undefined, null])
  const chapter = translationChapter('translations:20', 1)
  const calls = [
    app.query(chapter),
    app.add('translations:131'),
    app.remove('translations:131'),
    app.sync(),
    app.user(),
    app.search(),
    app.engine.status(),
    app.engine.setSubscriptions(['translations:20']),
    app.store.resources(),
    app.store.query(chapter),
  ]
  for (const call of calls) await expect(call).rejects.toMatchObject({ code: 'browser_only' })
  const favorited = app.live(favorites())
  favorited.subscribe(() => undefined)
  answers.subscribe(() => undefined)
  await settle()
  expect(answers.get().isPending).toBe(true)
  expect(favorited.get().isPending).toBe(true)
  expect(worker).not.toHaveBeenCalled()
})
