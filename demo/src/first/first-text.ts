import { beforeDeadline, systemClock } from 'waraq/client'
import type { ChapterRow } from '@waraq/protocol'
import { readOnce, type ResourceInfo } from 'waraq/read-once'
import { coreChapters, type SideBySideVerse, storedNames, type CatalogueContent } from 'waraq/quran'
import { databaseName } from '../config.ts'
import { isSimple, loadSanitiser } from '../reading/text-nodes.ts'
import { versesQuestion } from '../reading/verses-question.ts'
import { parseRoute } from '../routes/route.ts'
import type { SettingsValue } from '../settings/settings-store.ts'
import { arabicText } from '../sync/kept-resources.ts'

/** The text of an address, as it is on this device, with all that is shown around it. */
export interface FirstText {
  readonly hash: string
  readonly resources: readonly ResourceInfo[]
  readonly chapters: readonly ChapterRow[]
  readonly verses: { readonly key: string; readonly value: readonly SideBySideVerse[] }
  readonly names: CatalogueContent
}

/** A database that does not answer by then is no quick way to a text. */
const patienceMs = 1_000

/** Reads the text of an address; null where it shows none, or none is here. */
export async function firstText(hash: string, settings: SettingsValue): Promise<FirstText | null> {
  const route = parseRoute(hash)
  // Words are read by code that comes later.
  if (route.page !== 'chapter' || settings.mode === 'words') return null
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
  // The page says what is wrong with the library once it has opened it.
  const [text, names] = await beforeDeadline<Awaited<typeof answers> | [undefined, undefined]>(answers, {
    clock: systemClock,
    ms: patienceMs,
    late,
  }).catch(late)
  if (!text || !names || text.verses.value.length === 0) return null
  const texts = text.verses.value.flatMap(({ translations }) => translations.map(({ verse }) => verse.text))
  if (!texts.every(isSimple)) await loadSanitiser()
  return { hash, names, ...text }
}
