import { resourceKey } from '@waraq/protocol'
import { plainText } from 'waraq/html'
import type { SideBySideVerse } from 'waraq/quran'
import { arabicVerse } from './arabic-text.ts'
import type { LabelOf } from './labels.ts'

/** A verse as plain text: the Arabic, each translation with its author, and at the end the verse's number. */
export function copiedText(verse: SideBySideVerse | undefined, place: string, labelOf: LabelOf): string {
  const arabic = arabicVerse(verse)
  const translations = (verse?.translations ?? []).map(
    ({ ref, verse: { text } }) => `${plainText(text)}\n(${labelOf(resourceKey(ref)).name})`,
  )
  return [...(arabic ? [arabic.text] : []), ...translations, place].join('\n\n')
}
