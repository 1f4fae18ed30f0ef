import { type Language, languages } from '../../content/languages.ts'

/** The service's name of a language, such as `english`. Undefined for a language that the sandbox does not know. */
export function languageNameOf(id: number): string | undefined {
  return (Object.values(languages) as readonly Language[]).find((language) => language.id === id)?.name
}
