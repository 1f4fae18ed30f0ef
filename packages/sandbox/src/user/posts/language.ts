import { type Language, languages } from '../../content/languages.ts'

/** As the service writes it, `english`; undefined for a language that the sandbox does not know. */
export function languageNameOf(id: number): string | undefined {
  return (Object.values(languages) as readonly Language[]).find((language) => language.id === id)?.name
}
