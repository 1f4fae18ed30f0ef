/** The languages of the interface. Content has languages of its own. */
export const languages = ['en', 'ar'] as const
export type Language = (typeof languages)[number]

export const directions: Readonly<Record<Language, 'ltr' | 'rtl'>> = { en: 'ltr', ar: 'rtl' }

/** Each language by its own name, so that a visitor finds it in an interface of any language. */
export const ownNames: Readonly<Record<Language, string>> = { en: 'English', ar: 'العربية' }

/** The language that a tag is of, in whatever form: `en` for `en-US`. */
export function primaryLanguage(tag: string | undefined): string | undefined {
  return tag?.toLowerCase().split('-', 1)[0]
}

/** The first of the visitor's languages that the reader speaks; English where it speaks none of them. */
export function preferredLanguage(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const primary = primaryLanguage(tag)
    const known = languages.find((language) => language === primary)
    if (known) return known
  }
  return 'en'
}
