import * as z from 'zod/mini'
import type { OpenWord } from '../parts/objects.ts'
import { preferenceSections, receivedPreferenceSections, type PreferenceSection } from './sections.ts'

const names = /* @__PURE__ */ Object.keys(preferenceSections) as PreferenceSection[]

type Sections = typeof preferenceSections
type Sent = {
  [Name in PreferenceSection]?: z.infer<z.ZodMiniObject<Sections[Name], z.core.$strict>> | undefined
}

/** A section as received, which may have words and fields that were added later. */
type Received<T> = T extends string
  ? string extends T
    ? T
    : OpenWord<T>
  : T extends number
    ? number
    : T extends readonly (infer Item)[]
      ? Received<Item>[]
      : T extends object
        ? { [Key in keyof T]: Received<T[Key]> } & Record<string, unknown>
        : T

/* @__NO_SIDE_EFFECTS__ */
function received() {
  const sections = names.map((name) => [name, z.optional(z.looseObject(receivedPreferenceSections[name]))])
  return z.looseObject(Object.fromEntries(sections)) as unknown as z.ZodMiniType<
    Received<Sent>,
    Received<Sent>
  >
}

/** The reading preferences of a user, as received from the service. Sections may be absent. */
export const Preference = /* @__PURE__ */ received()
export type Preference = z.infer<typeof Preference>

/* @__NO_SIDE_EFFECTS__ */
function sent() {
  const sections = names.map((name) => [name, z.optional(z.strictObject(preferenceSections[name]))])
  return z.strictObject(Object.fromEntries(sections)) as unknown as z.ZodMiniType<Sent, Sent>
}

/** POST /v1/preferences/bulk. Sections may be absent. Neither the body nor a section may have other keys. */
export const UpdatePreferencesBody = /* @__PURE__ */ sent()
export type UpdatePreferencesBody = z.infer<typeof UpdatePreferencesBody>

/** The required fields of each section. The service refuses a complete section that lacks one of them. */
export const requiredPreferenceFields = {
  theme: [],
  reading: [
    'readingPreference',
    'selectedWordByWordLocale',
    'wordClickFunctionality',
    'selectedReadingTranslation',
  ],
  quranReaderStyles: [
    'tafsirFontScale',
    'quranTextFontScale',
    'translationFontScale',
    'reflectionFontScale',
    'qnaFontScale',
    'lessonFontScale',
    'surahInfoFontScale',
    'hadithFontScale',
    'layersFontScale',
    'wordByWordFontScale',
  ],
  translations: [],
  tafsirs: [],
  audio: ['reciter'],
  language: [],
  userHasCustomised: ['userHasCustomised'],
} as const satisfies {
  readonly [Name in PreferenceSection]: readonly (keyof (typeof preferenceSections)[Name])[]
}

/** Returns the required fields that part of a section still lacks before it can be sent as a complete section. */
export function missingPreferenceFields(
  name: PreferenceSection,
  part: Readonly<Record<string, unknown>>,
): string[] {
  return requiredPreferenceFields[name].filter((field) => part[field] === undefined)
}
