import type { AppState } from 'waraq/app-state'
import type { Observable } from '../observable.ts'
import { defaultSettings, parseSettings, type Settings } from '../settings/settings.ts'
import type { SettingsValue } from '../settings/settings-store.ts'
import { Agreed } from './agreed.ts'

/**
 * Choices that follow a person: a document for each concern, so that neither keeps the other from going. Where the reader is stays out
 * of them: the place has a way of its own.
 */
export const concerns = {
  looks: ['language', 'theme', 'mode', 'arabicSize', 'translationSize'],
  texts: ['sideBySide', 'mushaf', 'tafsir', 'recitation'],
} as const satisfies Readonly<Record<string, readonly (keyof Settings)[]>>

type Concern = keyof typeof concerns
type Choices = Readonly<Partial<Settings>>

/** Raise the number when a field comes to mean something else. A document of a newer number is read, and not written. */
const schemaVersion = 1
export const choicesCollection = 'settings'

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The fields of a concern, as far as they are `told`. */
function pick(concern: Concern, from: Choices, told: object = from): Choices {
  const names: readonly (keyof Settings)[] = concerns[concern]
  return Object.fromEntries(names.flatMap((name) => (name in told ? [[name, from[name]]] : [])))
}

/** The choices of a document, as they are checked where they are stored here. Fields that it lacks are missing. */
function choicesIn(concern: Concern, value: unknown): Choices {
  const fields = typeof value === 'object' && value !== null ? value : {}
  return pick(concern, parseSettings(JSON.stringify(fields)), fields)
}

export interface Sides {
  /** What both had in common; null where this account's choices were never here. */
  readonly agreed: Choices | null
  readonly here: Choices
  /** Null where the account has no such document yet. */
  readonly there: Choices | null
}

/**
 * What both are to have: of each field what was chosen on this device since, and else what the account has. An account whose choices
 * were never here brings them; one that has none gets those of this device.
 */
export function joined({ agreed, here, there }: Sides): Choices {
  if (!there) return here
  if (!agreed) return { ...here, ...there }
  const names = Object.keys({ ...here, ...there }) as (keyof Settings)[]
  return Object.fromEntries(
    names.map((name) => {
      const isChosenHere = name in here && !isSame(here[name], agreed[name])
      return [name, isChosenHere || !(name in there) ? here[name] : there[name]]
    }),
  )
}

/** The settings of this device. */
export interface DeviceSettings {
  readonly state: Observable<SettingsValue>
  change(change: Partial<Settings>): void
}

interface Following {
  readonly settings: DeviceSettings
  readonly documents: Pick<AppState, 'live' | 'update'>
  readonly agreed: Agreed
}

/** Keeps the settings of this device and the choices of an account alike, both ways. Returns what ends that. */
export function followChoices({ settings, documents, agreed }: Following): () => void {
  const shown = new Map<Concern, { readonly there: Choices | null; readonly isNewer: boolean }>()
  /** What is being written, as text. */
  const writing = new Map<Concern, string>()

  const write = async (concern: Concern, chosen: Choices) => {
    const text = JSON.stringify(chosen)
    if (writing.get(concern) === text) return
    writing.set(concern, text)
    try {
      // What this version does not read stays.
      await documents.update(choicesCollection, concern, (before) => ({
        schemaVersion,
        value: { ...Object(before?.value), ...(JSON.parse(text) as object) },
      }))
    } catch {
      // The settings of this device stay, and the next change tries again.
    } finally {
      if (writing.get(concern) === text) writing.delete(concern)
    }
  }

  const settle = (concern: Concern) => {
    const now = shown.get(concern)
    if (!now) return
    const { there, isNewer } = now
    const here = pick(concern, settings.state.get())
    const both = joined({ agreed: agreed.get(concern), here, there })
    // Nothing was ever chosen.
    if (!there && isSame(both, pick(concern, defaultSettings))) return
    if (there && !agreed.get(concern)) agreed.set(concern, there)
    if (!isSame(both, here)) settings.change(both)
    const names = Object.keys(both) as (keyof Settings)[]
    const missing = names.filter((name) => !there || !(name in there) || !isSame(both[name], there[name]))
    // What is chosen here counts as agreed once the account's document has it.
    if (missing.length === 0) agreed.set(concern, both)
    else if (!isNewer) void write(concern, Object.fromEntries(missing.map((name) => [name, both[name]])))
  }

  const all = Object.keys(concerns) as Concern[]
  const ends = all.map((concern) =>
    documents.live(choicesCollection, concern).subscribe({
      next: ({ body }) => {
        const there = body && choicesIn(concern, body.value)
        shown.set(concern, { there, isNewer: (body?.schemaVersion ?? 0) > schemaVersion })
        settle(concern)
      },
      error: () => undefined,
    }),
  )
  ends.push(settings.state.subscribe(() => all.forEach(settle)))
  return () => ends.forEach((end) => end())
}
