import { mushafVerseWords } from '@waraq/engine/readers'
import { arabicText } from '../sync/kept-resources.ts'
import { arabicVerse, textOf } from './arabic-text.ts'
import { useAnswer } from './panel/use-answer.ts'

/** The opening formula, which is the first verse of the first chapter. */
const opening = mushafVerseWords(arabicText, '1:1')

export function Bismillah() {
  const { value } = useAnswer(opening)
  const verse = arabicVerse(value)
  return verse ? (
    <p className="bismillah" lang="ar" dir="rtl">
      {textOf(verse)}
    </p>
  ) : null
}
