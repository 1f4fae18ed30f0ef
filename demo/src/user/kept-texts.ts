import { parseResourceKey, type ResourceKey } from '@waraq/protocol'
import type { AppState } from 'waraq/app-state'
import type { Observable } from '../observable.ts'
import type { Chosen } from '../sync/sync-controller.ts'
import { keptOf, type SyncState } from '../sync/sync-state.ts'
import type { Agreed } from './agreed.ts'
import { choicesCollection } from './choices.ts'

/** Name of the document of kept texts. For each text that was ever chosen, it contains whether it is kept. */
const keptDocument = 'kept'
/** As for the other documents of choices: a document with a higher number is read, but not written. */
const schemaVersion = 1

type KeptTexts = Readonly<Record<string, boolean>>

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

function keptIn(value: unknown): KeptTexts {
  const fields = Object.entries(Object(value) as object)
  return Object.fromEntries(
    fields.filter(([key, kept]) => parseResourceKey(key) && typeof kept === 'boolean'),
  )
}

/**
 * Brings the texts that a person keeps to their other devices. Returns a function that stops this.
 *
 * Only texts that the person chooses by name are sent, and received changes are applied once. So a library that the browser
 * has cleared removes nothing on other devices, and texts that are kept only on this device stay here. If the account is
 * new to the device, everything that either side has is kept.
 */
export function followKept({ library, documents, agreed }: Following): () => void {
  let there: KeptTexts | undefined
  let isNewer = false

  const write = async (changes: KeptTexts) => {
    if (isNewer || Object.keys(changes).length === 0) return
    // If the document cannot be stored, the changes stay on this device.
    await documents
      .update(choicesCollection, keptDocument, (before) => ({
        schemaVersion,
        value: { ...(Object(before?.value) as object), ...changes },
      }))
      .catch(() => undefined)
  }

  /** Joins the account and this library when they meet for the first time. */
  const join = (account: KeptTexts) => {
    const { status } = library.state.get()
    if (!status) return
    library.takeChosen()
    const here = [...keptOf(library.state.get())]
    const all = { ...account, ...Object.fromEntries(here.map((key) => [key, true])) }
    agreed.set(keptDocument, all)
    void write(Object.fromEntries(here.filter((key) => !account[key]).map((key) => [key, true])))
    bring(all, {})
  }

  const bring = (now: KeptTexts, before: KeptTexts) => {
    const kept = keptOf(library.state.get())
    for (const [key, isKept] of Object.entries(now) as [ResourceKey, boolean][]) {
      if (isKept === before[key] || isKept === kept.has(key)) continue
      void (isKept ? library.keep(key) : library.drop(key))
    }
  }

  const settle = () => {
    if (!there) return
    const before = agreed.get(keptDocument) as KeptTexts | null
    if (!before) return join(there)
    const chosen = library.takeChosen()
    const changes = Object.fromEntries(chosen.map(({ key, kept }) => [key, kept]))
    const news: KeptTexts = { ...there, ...changes }
    if (chosen.length === 0 && Object.keys(news).every((key) => news[key] === before[key])) return
    agreed.set(keptDocument, { ...before, ...news })
    const reported = there
    void write(Object.fromEntries(Object.entries(changes).filter(([key, kept]) => reported[key] !== kept)))
    // Changes made on this device are already being applied.
    bring(Object.fromEntries(Object.entries(reported).filter(([key]) => !(key in changes))), before)
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
