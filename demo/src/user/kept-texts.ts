import { parseResourceKey, type ResourceKey } from '@waraq/protocol'
import type { AppState } from 'waraq/app-state'
import type { Observable } from '../observable.ts'
import type { Chosen } from '../sync/sync-controller.ts'
import { keptOf, type SyncState } from '../sync/sync-state.ts'
import type { Agreed } from './agreed.ts'
import { choicesCollection } from './choices.ts'

/** The document of texts that are kept: of each that was ever chosen, whether it is. */
const keptDocument = 'kept'
/** As of the other documents of choices: one of a newer number is read, and not written. */
const schemaVersion = 1

type Kept = Readonly<Record<string, boolean>>

/** The library of this device. */
export interface DeviceLibrary {
  readonly state: Observable<Pick<SyncState, 'status' | 'choices'>>
  readonly chosen: Observable<readonly Chosen[]>
  takeChosen(): readonly Chosen[]
  keep(key: ResourceKey): Promise<void>
  drop(key: ResourceKey): Promise<void>
}

interface Following {
  readonly library: DeviceLibrary
  readonly documents: Pick<AppState, 'live' | 'update'>
  readonly agreed: Agreed
}

function keptIn(value: unknown): Kept {
  const fields = Object.entries(Object(value) as object)
  return Object.fromEntries(
    fields.filter(([key, kept]) => parseResourceKey(key) && typeof kept === 'boolean'),
  )
}

/**
 * Brings what a person keeps to their other devices. Only what they choose by name goes there, and what comes is done once: so a
 * library that the browser has cleared takes nothing from another device, and what is kept here alone stays here. Where the account
 * is new to the device, all that either has is kept. Returns what ends that.
 */
export function followKept({ library, documents, agreed }: Following): () => void {
  let there: Kept | undefined
  let isNewer = false

  const write = async (changes: Kept) => {
    if (isNewer || Object.keys(changes).length === 0) return
    // What cannot be stored stays this device's own.
    await documents
      .update(choicesCollection, keptDocument, (before) => ({
        schemaVersion,
        value: { ...(Object(before?.value) as object), ...changes },
      }))
      .catch(() => undefined)
  }

  /** The account meets this library for the first time. */
  const join = (account: Kept) => {
    const { status } = library.state.get()
    if (!status) return
    library.takeChosen()
    const here = [...keptOf(library.state.get())]
    const all = { ...account, ...Object.fromEntries(here.map((key) => [key, true])) }
    agreed.set(keptDocument, all)
    void write(Object.fromEntries(here.filter((key) => !account[key]).map((key) => [key, true])))
    bring(all, {})
  }

  const bring = (now: Kept, before: Kept) => {
    const kept = keptOf(library.state.get())
    for (const [key, isKept] of Object.entries(now) as [ResourceKey, boolean][]) {
      if (isKept === before[key] || isKept === kept.has(key)) continue
      void (isKept ? library.keep(key) : library.drop(key))
    }
  }

  const settle = () => {
    if (!there) return
    const before = agreed.get(keptDocument) as Kept | null
    if (!before) return join(there)
    const chosen = library.takeChosen()
    const changes = Object.fromEntries(chosen.map(({ key, kept }) => [key, kept]))
    const news: Kept = { ...there, ...changes }
    if (chosen.length === 0 && Object.keys(news).every((key) => news[key] === before[key])) return
    agreed.set(keptDocument, { ...before, ...news })
    const told = there
    void write(Object.fromEntries(Object.entries(changes).filter(([key, kept]) => told[key] !== kept)))
    // What was chosen here is being done already.
    bring(Object.fromEntries(Object.entries(told).filter(([key]) => !(key in changes))), before)
  }

  const ends = [
    documents.live(choicesCollection, keptDocument).subscribe({
      next: ({ body }) => {
        there = keptIn(body?.value)
        isNewer = (body?.schemaVersion ?? 0) > schemaVersion
        settle()
      },
      error: () => undefined,
    }),
    library.chosen.subscribe(settle),
    library.state.subscribe(() => agreed.get(keptDocument) ?? settle()),
  ]
  return () => ends.forEach((end) => end())
}
