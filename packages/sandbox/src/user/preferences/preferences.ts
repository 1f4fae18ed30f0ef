import type { UpdatePreferencesBody, PreferenceSection, UpdatePreferenceBody } from '@waraq/protocol/user'
import { sectionDefaults } from './defaults.ts'

type Section = Readonly<Record<string, unknown>>

const sectionNames = Object.keys(sectionDefaults) as PreferenceSection[]

/**
 * The preferences of users: one set for each user and all mushafs. The document has each change name a mushaf, but has no way
 * to ask for the preferences of one; the font and lines of a mushaf are fields of their own.
 */
export class Preferences {
  readonly #byUser = new Map<string, Map<PreferenceSection, Section>>()

  /** The sections that were ever set, each with all that it requires. */
  of(userId: string): Readonly<Record<string, Section>> {
    return Object.fromEntries(this.#sections(userId))
  }

  /** Sets one field. A section that was never set begins with its defaults. */
  setField(userId: string, { group, key, value }: UpdatePreferenceBody): void {
    this.#change(userId, group, { [key]: value }, sectionDefaults[group])
  }

  /** Sets the given fields. All other fields and sections stay. */
  setSections(userId: string, sections: UpdatePreferencesBody): void {
    for (const name of sectionNames) {
      const fields = sections[name]
      if (fields) this.#change(userId, name, fields, {})
    }
  }

  #change(userId: string, name: PreferenceSection, fields: Section, beginning: Section): void {
    const sections = this.#sections(userId)
    sections.set(name, { ...beginning, ...sections.get(name), ...fields })
  }

  #sections(userId: string): Map<PreferenceSection, Section> {
    const sections = this.#byUser.get(userId) ?? new Map<PreferenceSection, Section>()
    this.#byUser.set(userId, sections)
    return sections
  }
}
