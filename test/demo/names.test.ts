import { WaraqError } from '@waraq/protocol'
import type { Catalogue, CatalogueContent } from 'waraq/quran'
import { settle } from '@waraq/test-support/at-rest'
import { describe, expect, it } from 'vitest'
import { languageName } from '../../demo/src/names/language-name.ts'
import { areWorthAsking, Names } from '../../demo/src/names/names.ts'

/** Names in the language of the page: which ones are shown while others are on their way. */

const nothing = { chapters: [], resources: new Map(), fetchedAt: null, keptUntil: null, problems: [] }
const offline = new WaraqError({ code: 'network', message: 'No answer.', retryable: true })

/** A catalogue that fetches when it is told to. */
class ScriptedCatalogue implements Catalogue {
  content: CatalogueContent
  closed = false
  arrive: (change: Partial<CatalogueContent>) => void = () => undefined
  readonly live = { get: () => this.content, subscribe: () => () => undefined }

  constructor(language: string, stored: Partial<CatalogueContent> = {}) {
    this.content = { ...nothing, language, ...stored }
  }

  get = () => this.stored()
  stored = async () => this.content
  describe = () => {
    throw new Error('No code asks for this.')
  }
  close = () => void (this.closed = true)
  refresh = () =>
    new Promise<void>((resolve) => {
      this.arrive = (change) => {
        this.content = { ...this.content, ...change }
        resolve()
      }
    })
}

function opened(stored: Readonly<Record<string, Partial<CatalogueContent>>> = {}) {
  const made: ScriptedCatalogue[] = []
  const names = new Names((language) => {
    const catalogue = new ScriptedCatalogue(language, stored[language])
    made.push(catalogue)
    return catalogue
  }, 'en')
  const shown = () => names.state.get().catalogue.live.get().language
  return { names, made, shown }
}

describe('another language', () => {
  it('is shown at once where this device has its names', async () => {
    const { names, made, shown } = opened({ en: { fetchedAt: 1 }, ar: { fetchedAt: 2 } })
    void names.load('ar')
    await settle()
    expect(shown()).toBe('ar')
    expect(made.map(({ closed }) => closed)).toEqual([true, false])
    expect(names.state.get().loading).toBe(true)
  })

  it('leaves the names of the one before until it has some', async () => {
    const { names, made, shown } = opened({ en: { fetchedAt: 1 } })
    const loaded = names.load('ar')
    await settle()
    expect(shown()).toBe('en')
    made[1]!.arrive({ fetchedAt: 3 })
    await loaded
    expect(shown()).toBe('ar')
    expect(made[0]!.closed).toBe(true)
    expect(names.state.get()).toMatchObject({ loading: false, unansweredAt: null })
  })

  it('that was given up for a third choice is closed and never shown', async () => {
    const { names, made, shown } = opened({ en: { fetchedAt: 1 } })
    const first = names.load('ar')
    await settle()
    const second = names.load('en')
    await settle()
    made[1]!.arrive({ fetchedAt: 3 })
    await first
    expect(made[1]!.closed).toBe(true)
    expect([shown(), names.state.get().loading]).toEqual(['en', true])
    made[2]!.arrive({ fetchedAt: 4 })
    await second
    expect(names.state.get()).toMatchObject({ catalogue: made[2], loading: false })
  })
})

it('are ready at once where this device has some, else once all have come', async () => {
  const here = opened({ en: { fetchedAt: 1 } }).names
  await here.fromDevice()
  expect(here.state.get()).toMatchObject({ ready: true, loading: false })
  const { names, made } = opened()
  await names.fromDevice()
  const loaded = names.load('en')
  await settle()
  made[0]!.content = { ...made[0]!.content, fetchedAt: 2 }
  expect(names.state.get().ready).toBe(false)
  made[0]!.arrive({})
  await loaded
  expect(names.state.get().ready).toBe(true)
})

it('that the service does not answer for are told with the time of the request', async () => {
  const { names, made } = opened()
  const before = Date.now()
  const loaded = names.load('en')
  await settle()
  made[0]!.arrive({ problems: [{ list: 'chapters', error: offline }] })
  await loaded
  expect(names.state.get().unansweredAt).toBeGreaterThanOrEqual(before)
  const again = names.load('en')
  await settle()
  made[0]!.arrive({ problems: [], fetchedAt: 5 })
  await again
  expect(names.state.get().unansweredAt).toBeNull()
})

it('a language is called as the page says, else as the service does, else nothing', () => {
  const nameOf = (tag: string) => `name of ${tag}`
  expect(languageName({ name: 'Urdu', tag: 'ur', direction: 'rtl' }, nameOf)).toBe('name of ur')
  expect(languageName({ name: 'Elvish', direction: 'auto' }, nameOf)).toBe('Elvish')
  expect(languageName({ name: null, direction: 'auto' }, nameOf)).toBe('')
})

it.each([
  ['a sync after that', { loading: false, unansweredAt: 10 }, [null, 11], true],
  ['a sync before that', { loading: false, unansweredAt: 10 }, [9, 10], false],
  ['no sync', { loading: false, unansweredAt: 10 }, [null], false],
  ['a sync, while they are asked for', { loading: true, unansweredAt: 10 }, [11], false],
  ['a sync, where they were answered', { loading: false, unansweredAt: null }, [11], false],
])('that the service did not answer for are asked for again: %s', (_, state, times, expected) => {
  expect(areWorthAsking(state, times)).toBe(expected)
})
