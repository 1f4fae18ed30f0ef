import type { AppState } from 'waraq/app-state'
import type { Observable } from '../observable.ts'
import { defaultSettings, parseSettings, type Settings } from '../settings/settings.ts'
import type { SettingsValue } from '../settings/settings-store.ts'
import { Agreed } from './agreed.ts'

/**
 * Choices that follow a person to other devices, with one document for each concern, so that one does not block the other.
 * The reader's place is not among them: it is sent separately.
 */
export const concerns = {
  looks: ['language', 'theme', 'mode', 'arabicSize', 'translationSize'],
  texts: ['sideBySide', 'mushaf', 'tafsir', 'recitation'],
} as const satisfies Readonly<Record<string, readonly (keyof Settings)[]>>

type Concern = keyof typeof concerns
type Choices = Readonly<Partial<Settings>>

/** Raise the number when the meaning of a field changes. A document with a higher number is read, but not written. */
const schemaVersion = 1
export const choicesCollection = 'settings'

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Returns the fields of a concern that `reported` contains. */
function pick(concern: Concern, from: Choices, reported: object = from): Choices {
  const names: readonly (keyof Settings)[] = concerns[concern]
  return Object.fromEntries(names.flatMap((name) => (name in reported ? [[name, from[name]]] : [])))
}

/**
 * Returns the choices of a document, validated like the settings that are stored here. Fields that the document lacks are
 * missing.
 */
function choicesIn(concern: Concern, value: unknown): Choices {
  const fields = typeof value === 'object' && value !== null ? value : {}
  return pick(concern, parseSettings(JSON.stringify(fields)), fields)
}

export interface Sides {
  /** Choices that both had in common. Null if this account's choices were never on this device. */
  readonly agreed: Choices | null
  readonly here: Choices
  /** Null if the account has no such document yet. */
  readonly there: Choices | null
}

/**
 * Returns the choices for both sides. A field that was changed on this device since then keeps the device's value; other
 * fields take the account's. An account whose choices were never here brings them. An account without choices gets those of
 * this device.
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

/**
 * Keeps the settings of this device and the choices of an account the same, in both directions. Returns a function that
 * stops this.
 */
export function followChoices({ settings, documents, agreed }: Following): () => void {
  const shown = new Map<Concern, { readonly there: Choices | null; readonly isNewer: boolean }>()
  /** The choices that are being written, as text. */
  const writing = new Map<Concern, string>()

  const write = async (concern: Concern, chosen: Choices) => {
    const text = JSON.stringify(chosen)
    if (writing.get(concern) === text) return
    writing.set(concern, text)
    try {
      // Keeps the fields that this version does not know.
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
    // No choice was ever made.
    if (!there && isSame(both, pick(concern, defaultSettings))) return
    if (there && !agreed.get(concern)) agreed.set(concern, there)
    if (!isSame(both, here)) settings.change(both)
    const names = Object.keys(both) as (keyof Settings)[]
    const missing = names.filter((name) => !there || !(name in there) || !isSame(both[name], there[name]))
    // Choices made here count as common once the account's document has them.
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
