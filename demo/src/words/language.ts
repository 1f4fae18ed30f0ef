/** The languages of the interface. Content has its own languages. */
export const languages = ['en', 'ar'] as const
export type Language = (typeof languages)[number]

export const directions: Readonly<Record<Language, 'ltr' | 'rtl'>> = { en: 'ltr', ar: 'rtl' }

/** The name of each language in that language, so that a visitor finds it whatever the current language is. */
export const ownNames: Readonly<Record<Language, string>> = { en: 'English', ar: 'العربية' }

/** The primary language of a tag: `en` for `en-US`. */
export function primaryLanguage(tag: string | undefined): string | undefined {
  return tag?.toLowerCase().split('-', 1)[0]
}

/** The first of the visitor's languages that the reader supports. English if it supports none of them. */
export function preferredLanguage(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const primary = primaryLanguage(tag)
    const known = languages.find((language) => language === primary)
    if (known) return known
  }
  return 'en'
}
