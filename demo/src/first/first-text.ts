import type { ResourceInfo } from 'waraq'
import { beforeDeadline, systemClock } from 'waraq/client'
import type { ChapterRow } from '@waraq/protocol'
import { coreChapters, readOnce, storedNames, type CatalogueContent, type SideBySideVerse } from 'waraq/quran'
import { databaseName } from '../config.ts'
import { isSimple, loadSanitiser } from '../reading/text-nodes.ts'
import { versesQuestion } from '../reading/verses-question.ts'
import { parseRoute } from '../routes/route.ts'
import type { SettingsValue } from '../settings/settings-store.ts'
import { arabicText } from '../sync/kept-resources.ts'

/** The text of an address as it is on this device, with everything that is shown around it. */
export interface FirstText {
  readonly hash: string
  /** It is written with these. */
  readonly settings: SettingsValue
  readonly resources: readonly ResourceInfo[]
  readonly chapters: readonly ChapterRow[]
  readonly verses: { readonly key: string; readonly value: readonly SideBySideVerse[] }
  readonly names: CatalogueContent
}

/** Milliseconds. If the database takes longer, this is no quick way to the text. */
const timeoutMs = 1_000

/** Reads the text of an address. Null if the address shows no text, or if the text is not on this device. */
export async function firstText(hash: string, settings: SettingsValue): Promise<FirstText | null> {
  const route = parseRoute(hash)
  if (route.page !== 'chapter') return null
  const read = readOnce(
    async (view) => {
      const [resources, chapters] = await Promise.all([view.resources(), coreChapters(arabicText)(view)])
      const query = versesQuestion(route, resources, settings)!
      return { resources, chapters, verses: { key: query.key, value: await query(view) } }
    },
    { name: databaseName },
  )
  const answers = Promise.all([read, storedNames({ name: databaseName, language: settings.spoken })])
  const late = (): [undefined, undefined] => [undefined, undefined]
  // The page reports problems of the library once it has opened it.
  const [text, names] = await beforeDeadline<Awaited<typeof answers> | [undefined, undefined]>(answers, {
    clock: systemClock,
    ms: timeoutMs,
    late,
  }).catch(late)
  if (!text || !names || text.verses.value.length === 0) return null
  const texts = text.verses.value.flatMap(({ translations }) => translations.map(({ verse }) => verse.text))
  if (!texts.every(isSimple)) await loadSanitiser()
  return { hash, settings, names, ...text }
}
