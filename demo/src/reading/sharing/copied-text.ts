import { resourceKey, type ResourceKey } from '@waraq/protocol'
import { plainText } from 'waraq/html'
import type { SideBySideVerse } from 'waraq/quran'
import { arabicVerse } from '../arabic-text.ts'
import type { LabelOf } from '../labels.ts'

/**
 * Returns verses as plain text: the Arabic, then each translation with its name, and finally the place. Several verses
 * include their numbers.
 */
export function copiedText(verses: readonly SideBySideVerse[], place: string, labelOf: LabelOf): string {
  const isOne = verses.length === 1
  const arabic = verses.flatMap((verse) => {
    const known = arabicVerse(verse)
    return known ? [isOne ? known.text : `${known.text} ﴿${known.end}﴾`] : []
  })
  const byText = new Map<ResourceKey, string[]>()
  for (const { number, translations } of verses)
    for (const { ref, verse } of translations) {
      const [key, text] = [resourceKey(ref), plainText(verse.text)]
      byText.set(key, [...(byText.get(key) ?? []), isOne ? text : `${text} (${number})`])
    }
  const translated = [...byText].map(([key, texts]) => `${texts.join(' ')}\n(${labelOf(key).name})`)
  return [...(arabic.length > 0 ? [arabic.join(' ')] : []), ...translated, place].join('\n\n')
}
