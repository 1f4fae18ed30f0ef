import { ObservableValue } from 'waraq/client'
import type { ResourceKey } from '@waraq/protocol'
import type { EngineStatus } from 'waraq'
import { settle } from '@waraq/test-support/at-rest'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Chosen } from '../../demo/src/sync/sync-controller.ts'
import { Agreed } from '../../demo/src/user/agreed.ts'
import { followKept, type DeviceLibrary } from '../../demo/src/user/kept-texts.ts'
import { Documents } from './documents.ts'

const [one, two, three]: ResourceKey[] = ['translations:20', 'tafsirs:168', 'mushafs:1']

/** A device whose engine keeps what it is told at once. */
class Device implements DeviceLibrary {
  readonly #documents: Documents
  readonly #kept = new Set<string>()
  readonly #noted = new Map<string, string>()
  readonly state = new ObservableValue<{ status: EngineStatus | null; choices: Map<ResourceKey, boolean> }>({
    status: null,
    choices: new Map(),
  })
  readonly chosen = new ObservableValue<readonly Chosen[]>([])
  asked = 0

  constructor(documents: Documents, ...kept: ResourceKey[]) {
    this.#documents = documents
    for (const key of kept) this.#kept.add(key)
    this.tell()
  }

  get kept(): string[] {
    return [...this.#kept].sort()
  }

  tell(): void {
    const subscriptions = [...this.#kept].map((filter) => ({ filter }))
    this.state.set({ status: { subscriptions } as unknown as EngineStatus, choices: new Map() })
  }

  takeChosen(): readonly Chosen[] {
    const chosen = this.chosen.get()
    if (chosen.length > 0) this.chosen.set([])
    return chosen
  }

  async keep(key: ResourceKey): Promise<void> {
    this.#change(key, true)
  }

  async drop(key: ResourceKey): Promise<void> {
    this.#change(key, false)
  }

  #change(key: ResourceKey, kept: boolean): void {
    this.asked += 1
    this.chosen.set([...this.chosen.get(), { key, kept }])
    if (kept) this.#kept.add(key)
    else this.#kept.delete(key)
    this.tell()
  }

  /** The browser clears the library. */
  lose(): void {
    this.#kept.clear()
    this.tell()
  }

  open(account = 'amina'): () => void {
    const storage = {
      getItem: (key: string) => this.#noted.get(key) ?? null,
      setItem: (key: string, value: string) => void this.#noted.set(key, value),
    }
    return followKept({ library: this, documents: this.#documents, agreed: new Agreed(account, storage) })
  }
}

describe('texts that are kept', () => {
  let documents: Documents
  beforeEach(() => void (documents = new Documents()))
  const there = () => documents.bodies.get('kept')?.value

  it('are kept on the next device, and what is dropped on one is dropped on both', async () => {
    const [phone, desk] = [new Device(documents, one!), new Device(documents, two!)]
    phone.open()
    await settle()
    desk.open()
    await settle()
    expect([phone.kept, desk.kept]).toEqual([
      [two, one],
      [two, one],
    ])
    await desk.drop(one!)
    await phone.keep(three!)
    await settle()
    expect([phone.kept, desk.kept]).toEqual([
      [three, two],
      [three, two],
    ])
    expect(there()).toEqual({ [one!]: false, [two!]: true, [three!]: true })
  })

  it('are written once a choice, and not where a device does what it was told', async () => {
    const [phone, desk] = [new Device(documents), new Device(documents)]
    phone.open()
    desk.open()
    await settle()
    const { writes } = documents
    await phone.keep(one!)
    await settle()
    expect([documents.writes - writes, phone.asked, desk.asked]).toEqual([1, 1, 1])
  })

  it('of a device that was away for a month: nothing old comes back, and what it chose stays', async () => {
    const [phone, desk] = [new Device(documents, one!, two!), new Device(documents)]
    const away = phone.open()
    await settle()
    desk.open()
    await settle()
    away()
    await desk.drop(one!)
    await phone.keep(three!)
    await settle()
    phone.open()
    await settle()
    expect([phone.kept, desk.kept]).toEqual([
      [three, two],
      [three, two],
    ])
  })

  it('that the browser has cleared are taken from no other device', async () => {
    const [phone, desk] = [new Device(documents, one!, two!), new Device(documents)]
    phone.open()
    await settle()
    desk.open()
    await settle()
    phone.lose()
    await settle()
    expect([phone.kept, desk.kept]).toEqual([[], [two, one]])
  })

  it('are joined only once the library is known, and with an account that dropped one that is kept here', async () => {
    documents.set('kept', { schemaVersion: 1, value: { [one!]: false, [two!]: true } })
    const phone = new Device(documents, one!)
    phone.state.set({ status: null, choices: new Map() })
    phone.open()
    await settle()
    expect(documents.writes).toBe(0)
    phone.tell()
    await settle()
    expect(phone.kept).toEqual([two, one])
    expect(there()).toEqual({ [one!]: true, [two!]: true })
  })

  it('that another version wrote: what it cannot read is left, fields and newer documents alike', async () => {
    documents.set('kept', { schemaVersion: 2, value: { [one!]: true, [two!]: 'weekly', 'no key': true } })
    const phone = new Device(documents)
    phone.open()
    await settle()
    await phone.keep(three!)
    await settle()
    expect(phone.kept).toEqual([three, one])
    expect(there()).toEqual({ [one!]: true, [two!]: 'weekly', 'no key': true })
  })

  it('of an account that another one follows are as for the first time', async () => {
    const phone = new Device(documents, one!)
    phone.open()()
    await settle()
    documents = new Documents()
    documents.set('kept', { schemaVersion: 1, value: { [two!]: true } })
    const next = new Device(documents, one!)
    next.open('idris')
    await settle()
    expect(next.kept).toEqual([two, one])
  })
})
