import type { EditProfileDto, UpdateProfileBodyDto } from '@waraq/protocol/user'
import { languages } from '../../content/languages.ts'
import { invalidRequest } from '../parts/refusal.ts'
import type { World } from '../parts/world.ts'
import type { Person } from './person.ts'
import { pictureAfter } from './pictures.ts'

/**
 * Changes settings. Requests send languages as texts and settings store them as numbers, so the texts have to be numbers.
 * @throws {Refusal} 400, before anything changes
 */
export function editSettings(person: Person, changes: EditProfileDto): void {
  const { settings } = person
  const languageId = changes.languageId ?? person.languageId
  if (!Number.isSafeInteger(languageId) || languageId < 1) throw invalidRequest('languageId is no language.')
  const edited = {
    ayahLanguages: languageIds(changes.ayahLanguages) ?? settings.ayahLanguages,
    reflectionLanguages: languageIds(changes.reflectionLanguages) ?? settings.reflectionLanguages,
    customized: changes.customized ?? settings.customized,
    hideFollowSuggestion: changes.hideFollowSuggestion ?? settings.hideFollowSuggestion,
    showFollowFeaturedSuggestion:
      changes.showFollowFeaturedSuggestion ?? settings.showFollowFeaturedSuggestion,
  }
  Object.assign(settings, edited)
  person.languageId = languageId
  person.languageIsoCode = isoCodeOf(languageId)
}

function languageIds(texts: readonly string[] | undefined): number[] | undefined {
  return texts?.map((text) => {
    if (!/^[1-9][0-9]{0,8}$/.test(text)) throw invalidRequest('A language is no number.')
    return Number(text)
  })
}

/** The documented default if the sandbox does not know the language. */
function isoCodeOf(languageId: number): string {
  return Object.values(languages).find(({ id }) => id === languageId)?.iso ?? 'en'
}

/**
 * Changes a user's names and picture. The API documentation does not say whether a name may be blank. Here a first name may
 * not.
 * @throws {Refusal} 400, before anything changes
 */
export function updatePerson(person: Person, changes: UpdateProfileBodyDto['user'], world: World): void {
  const firstName = (changes.firstName ?? person.firstName).trim()
  if (firstName === '') throw invalidRequest('firstName is blank.')
  person.avatar = pictureAfter(person.avatar, changes, world)
  person.firstName = firstName
  person.lastName = (changes.lastName ?? person.lastName).trim()
  if (changes.bio !== undefined) person.bio = changes.bio
  if (changes.country !== undefined) person.country = changes.country
}
