import { type CatalogueItem, type Chapter } from '@waraq/protocol'
import { Hono } from 'hono'
import { chapterNames, arabicChapters, type SourceLanguage, sourceLanguages } from '../content/source-text.ts'
import { sampleResources, type SampleResource } from '../content/sample-resources.ts'
import { languages } from '../content/languages.ts'
import { bismillahPre, revelationOrder, revelationPlace, versesOf } from '../content/verses.ts'
import type { RouteEnv, ServiceDependencies } from './context.ts'
import { json } from './errors.ts'

const slug = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

function item(entry: SampleResource): CatalogueItem {
  return {
    id: entry.id,
    name: entry.name,
    author_name: entry.author,
    slug: slug(entry.name),
    language_name: entry.language.name,
    translated_name: { name: entry.name, language_name: 'english' },
  }
}

function recitation(entry: SampleResource): CatalogueItem {
  const name = { name: entry.name, language_name: 'english' }
  return { id: entry.id, reciter_name: entry.name, style: null, translated_name: name }
}

function reciter(entry: SampleResource): CatalogueItem {
  const style = { name: 'Murattal', language_name: 'english', description: 'Measured' }
  return {
    id: entry.id,
    name: entry.name,
    style,
    qirat: { name: 'Hafs', language_name: 'english' },
    translated_name: { name: entry.name, language_name: 'english' },
  }
}

function chapters(held: readonly number[], language: SourceLanguage): Chapter[] {
  const names = chapterNames(language)
  return held.map((id) => {
    const verses = versesOf([id])
    const source = arabicChapters()[id - 1]!
    return {
      id,
      revelation_place: revelationPlace(source.type),
      revelation_order: revelationOrder(id),
      bismillah_pre: bismillahPre(id),
      name_simple: source.transliteration,
      name_complex: source.transliteration,
      name_arabic: source.name,
      verses_count: verses.length,
      pages: [verses[0]!.page, verses.at(-1)!.page],
      translated_name: {
        name: names[id - 1]?.translation ?? source.transliteration,
        language_name: languages[language].name,
      },
    }
  })
}

/** Display names: `GET /content/api/v4/resources/{kind}` and `GET /content/api/v4/chapters`. */
export function catalogueRoutes(parts: ServiceDependencies) {
  const listed = (group: string) =>
    sampleResources.filter((entry) => entry.group === group && parts.service.find(entry)?.public === true)
  return new Hono<RouteEnv>()
    .get('/resources/translations', () => json({ translations: listed('translations').map(item) }))
    .get('/resources/tafsirs', () => json({ tafsirs: listed('tafsirs').map(item) }))
    .get('/resources/recitations', () => json({ recitations: listed('recitations').map(recitation) }))
    .get('/resources/chapter_reciters', () => json({ reciters: listed('chapter_recitations').map(reciter) }))
    .get('/chapters', (c) => {
      const asked = c.req.query('language')
      const language = sourceLanguages.find((known) => known === asked) ?? 'en'
      return json({ chapters: chapters(parts.chapters, language) })
    })
}
