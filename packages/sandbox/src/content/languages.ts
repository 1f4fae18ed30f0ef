/** Languages of the sandbox's resources: numeric id, name as in the catalogue, ISO code. */
export const languages = {
  ar: { id: 9, name: 'arabic', iso: 'ar' },
  bn: { id: 20, name: 'bengali', iso: 'bn' },
  en: { id: 38, name: 'english', iso: 'en' },
  es: { id: 40, name: 'spanish', iso: 'es' },
  fr: { id: 49, name: 'french', iso: 'fr' },
  id: { id: 67, name: 'indonesian', iso: 'id' },
  ru: { id: 138, name: 'russian', iso: 'ru' },
  sv: { id: 161, name: 'swedish', iso: 'sv' },
  tr: { id: 167, name: 'turkish', iso: 'tr' },
  ur: { id: 174, name: 'urdu', iso: 'ur' },
  zh: { id: 185, name: 'chinese', iso: 'zh' },
} as const

export interface Language {
  readonly id: number
  readonly name: string
  readonly iso: string
}
