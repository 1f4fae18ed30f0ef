import { afterEach, describe, expect, inject, it } from 'vitest'
import { translationChapter } from '../quran/readers/translation.ts'
import { favorites } from '../user/view/queries.ts'
import { createWaraq, type Waraq, type WaraqOptions } from './create-waraq.ts'

/** The front door in a real browser: its worker, its store, and what a person keeps, against the sandbox and the relay. */

const { contentRoot, relay, admin } = inject('services')

const apps: Waraq[] = []
let opened = 0

function open(options: WaraqOptions = {}, name = `front-door-${opened++}`): Waraq {
  const worker = () => new Worker(new URL('../worker.ts', import.meta.url), { type: 'module' })
  const searchWorker = () => new Worker(new URL('../search-worker.ts', import.meta.url), { type: 'module' })
  const parts: WaraqOptions = {
    worker,
    searchWorker,
    contentRoot,
    relay,
    name,
    handshakeMs: 60_000,
    log: false,
  }
  const app = createWaraq({ ...parts, ...options })
  apps.push(app)
  return app
}

afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
  for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name)
})

const chapter = translationChapter('translations:20', 112)

describe('an application', () => {
  it('shows a chapter that nobody asked to sync, again after a reload, and each change', async () => {
    const app = open({ content: ['translations:20'] }, 'front-door')
    const texts: (string | undefined)[] = []
    app.live(chapter).subscribe(({ data, isPending }) => texts.push(isPending ? 'pending' : data?.[0]?.text))
    app.status.subscribe(() => undefined)
    await expect.poll(() => texts.at(-1)).toMatch(/Allah/)
    // At no moment of the first download there seemed to be nothing.
    expect(texts[0]).toBe('pending')
    expect(texts).not.toContain(undefined)
    await expect.poll(() => app.status.get()?.subscriptions[0]?.currentAt).toBeGreaterThan(0)
    expect((await app.query(chapter)).length).toBe(4)
    await app.close()
    apps.pop()

    const again = open(
      { content: ['translations:20'], contentRoot: 'https://nowhere.invalid/content' },
      'front-door',
    )
    expect((await again.query(chapter)).length).toBe(4)
    const answers = again.live(chapter)
    answers.subscribe(() => undefined)
    await expect.poll(() => answers.get().data?.length).toBe(4)
  })

  it('is pending for what a person adds, from that moment on, and removes it from several', async () => {
    const app = open({ content: ['translations:20'] })
    const added = app.live(translationChapter('translations:131', 112))
    added.subscribe(() => undefined)
    await expect.poll(() => added.get()).toMatchObject({ data: [], isPending: false })
    const adding = app.add('translations:131;tafsirs:169')
    expect(added.get()).toMatchObject({ data: undefined, isPending: true })
    await adding
    await expect.poll(() => added.get().data?.length).toBe(4)
    await app.remove('translations:131')
    await expect.poll(() => added.get()).toMatchObject({ data: [], isPending: false })
    const filters = async () => (await app.engine.status()).subscriptions.map(({ filter }) => filter)
    expect((await filters()).sort()).toEqual(['tafsirs:169', 'translations:20'])
    await app.add('mushafs:*')
    await expect(app.remove('mushafs:1')).rejects.toMatchObject({ code: 'invalid_filter' })
  })

  it('fetches what a reload soon after a sync asks for in addition', async () => {
    const name = 'front-door-reload'
    const first = open({ content: ['translations:20'] }, name)
    first.status.subscribe(() => undefined)
    await expect.poll(() => first.status.get()?.schedule?.reason).toBe('interval')
    await first.close()
    apps.pop()
    const second = open({ content: ['translations:20', 'translations:131'] }, name)
    const here = async () => (await second.store.resources()).map(({ key }) => key).sort()
    await expect.poll(here).toEqual(['translations:131', 'translations:20'])
  })

  it('has data of its own where it has a name of its own', async () => {
    const [one, other] = [open({}, 'front-door-one'), open({}, 'front-door-other')]
    await (await one.user()).favorite('2:255')
    await (await other.user()).erase()
    expect((await one.query(favorites())).map(({ verseKey }) => verseKey)).toEqual(['2:255'])
    expect(await other.query(favorites())).toEqual([])
  })

  it('keeps what a person added when the application keeps something else, until the person drops it', async () => {
    const name = 'front-door-person'
    const first = open({ content: ['translations:20'] }, name)
    await first.add('translations:131')
    await expect.poll(async () => (await first.store.resources()).length).toBe(2)
    await first.close()
    apps.pop()

    const second = open({ content: [] }, name)
    const here = async () => (await second.store.resources()).map(({ key }) => key)
    await expect.poll(here).toEqual(['translations:131'])
    await second.remove('translations:131')
    expect(await here()).toEqual([])
  })

  it('searches the installed texts, also those that arrive later, and closes the search with itself', async () => {
    const app = open({ content: ['translations:20'] })
    const search = await app.search()
    expect(await app.search()).toBe(search)
    const found = async () => (await search.search('in the name of allah')).hits[0]?.verseKey
    await expect.poll(found).toBe('1:1')
    await app.close()
    apps.pop()
    await expect(search.search('mercy')).rejects.toMatchObject({ code: 'search_closed' })
  })

  it('says what is wrong beside the answers', async () => {
    const fault = { match: { path: 'sync' }, effect: { status: 503 }, times: 100 }
    const body = JSON.stringify(fault)
    await fetch(`${admin}/faults`, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    const app = open({ content: ['translations:20'], retry: { attempts: 1 } })
    const answers = app.live(chapter)
    answers.subscribe(() => undefined)
    await expect.poll(() => answers.get().problem?.code).toBe('service_failed')
    expect(answers.get()).toMatchObject({ isPending: true, data: undefined, error: undefined })
    await fetch(`${admin}/faults/remove`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    })
    await app.sync()
    await expect.poll(() => answers.get()).toMatchObject({ problem: null, data: { length: 4 } })
  })

  it('answers what a person keeps like content', async () => {
    const app = open()
    const answers = app.live(favorites())
    expect(answers.get()).toMatchObject({ isPending: true, data: undefined })
    answers.subscribe(() => undefined)
    const user = await app.user()
    expect(await app.user()).toBe(user)
    await user.favorite('2:255')
    await expect.poll(() => answers.get().data?.map(({ verseKey }) => verseKey)).toEqual(['2:255'])
    expect(await app.query(favorites())).toMatchObject([{ verseKey: '2:255' }])
  })
})
