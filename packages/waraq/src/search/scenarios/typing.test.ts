import { describe, expect, it } from 'vitest'
import { fit, InvertedIndex } from '../inverted/inverted-index.ts'
import { match } from '../query/match.ts'
import { interpretationsOf } from '../query/parse.ts'
import { needsText, termsOf } from '../query/query.ts'
import { wordsOf } from '../text/words.ts'

/** What people type on the keyboard that they have, and which of some texts that finds, best first. */

/** Numbers of the texts, from 1; those behind a bar are found as kin or as similar. */
function found(typed: string, texts: readonly string[]): string {
  const words = texts.map(wordsOf)
  const index = InvertedIndex.empty()
  for (const each of words) index.add(each.flatMap(({ forms }) => forms))
  const answers = interpretationsOf(typed).map((query) => ({
    query,
    rows: index.find(termsOf(query)).filter(({ row }) => !needsText(query) || match(query, words[row]!)),
  }))
  const chosen =
    answers.find(({ rows }) => rows.some((each) => each.fit !== fit.similar)) ??
    answers.find(({ rows }) => rows.length > 0)
  if (!chosen) return ''
  for (const { row } of chosen.rows) expect(match(chosen.query, words[row]!)).toBeDefined()
  const numbers = (isExact: boolean) =>
    chosen.rows.filter((each) => (each.fit === fit.exact) === isExact).map(({ row }) => row + 1)
  return [numbers(true), numbers(false)]
    .map((each) => each.join(' '))
    .join('|')
    .replace(/\|$/, '')
}

const verses = [
  'ءَامَنَ ٱلرَّسُولُ بِمَآ أُنزِلَ إِلَيۡهِ مِن رَّبِّهِۦ وَٱلۡمُؤۡمِنُونَۚ',
  'مَٰلِكِ يَوۡمِ ٱلدِّينِ',
  'يَـٰٓأَيُّهَا ٱلَّذِينَ ءَامَنُواْ ٱسۡتَعِينُواْ بِٱلصَّبۡرِ وَٱلصَّلَوٰةِۚ',
  'لَّهُۥ مَا فِي ٱلسَّمَٰوَٰتِ وَمَا فِي ٱلۡأَرۡضِۗ',
  'يَٰبَنِيٓ إِسۡرَـٰٓءِيلَ ٱذۡكُرُواْ نِعۡمَتِيَ',
  'ذَٰلِكَ ٱلۡكِتَٰبُ لَا رَيۡبَۛ فِيهِۛ',
  'كِتَٰبٌ أَنزَلۡنَٰهُ إِلَيۡكَ مُبَٰرَكٞ',
  'وَإِذِ ٱبۡتَلَىٰٓ إِبۡرَٰهِـۧمَ رَبُّهُۥ بِكَلِمَٰتٖ',
]

describe('Arabic as keyboards type it', () => {
  it.each([
    ['آمن الرسول', '1'],
    ['امن الرسول', '1'],
    ['مالك يوم الدين', '2'],
    ['يا أيها الذين آمنوا', '3'],
    ['ياأيها الذين آمنوا', '3'],
    ['"يا أيها الذين آمنوا"', '3'],
    ['الصلاة', '|3'],
    ['والصلاة', '3'],
    ['السماوات الأرض', '4'],
    ['السموات', '4'],
    ['يا بني إسرائيل', '5'],
    ['الكتاب', '6'],
    ['كتاب', '7|6'],
    ['إبراهيم', '8'],
    ['ابراهيم', '8'],
    ['مومن', '|1'],
    ['تاب', ''],
  ])('%s finds verse %s', (typed, expected) => expect(found(typed, verses)).toBe(expected))
})

describe('a keyboard without the letters, or with other blanks', () => {
  it.each<[language: string, typed: string, texts: readonly string[], expected: string]>([
    ['French', 'l heure', ['l’heure vient', 'une autre'], '1'],
    ['French', 'd abord', ["tout d'abord", 'une autre'], '1'],
    ['English', 'allah s mercy', ['Allah’s mercy', 'Allah'], '1'],
    ['Indonesian', 'rahmatnya', ['dengan rahmat-Nya', 'rahmat dan'], '1'],
    ['Indonesian', 'rahmat-nya', ['dengan rahmat-Nya', 'rahmat dan', 'rahmatnya'], '1 3'],
    ['Indonesian', 'rahmat nya', ['dengan rahmat-Nya', 'rahmat dan'], '1'],
    ['Indonesian', 'hari-hari', ['pada hari itu', 'hari-hari yang'], '2'],
    ['Indonesian', 'hari hari', ['pada hari itu', 'hari-hari yang'], '2'],
    ['Indonesian', 'hari', ['pada hari itu', 'hari-hari yang'], '1 2'],
    ['Swedish', 'aangra', ['ångra', 'anfang'], '1'],
    ['Swedish', 'maenniska', ['en människa', 'en man'], '1'],
    ['German', 'ueber', ['über alles', 'aber'], '1'],
    ['Danish', 'roed', ['rød', 'rad'], '1'],
    ['Bosnian', 'medju', ['među njima', 'meda'], '1'],
    ['Vietnamese', 'di', ['đi', 'ta'], '1'],
    ['Azerbaijani', 'men', ['mən', 'min'], '1'],
    ['Uzbek', 'ozi', ['oʻzi', 'oz'], '1'],
    ['Kazakh', 'кол', ['қол', 'кал'], '1'],
    ['Chinese', '真 主', ['真主至大', '主真', '真的主'], '1'],
    ['Malayalam', 'അവൻ', ['അവന്‍ പറഞ്ഞു', 'അവന് വേണം', 'അവൻ'], '1 3'],
    ['Malayalam', 'അവന്‍', ['അവന്‍ പറഞ്ഞു', 'അവന് വേണം', 'അവൻ'], '1 3'],
    ['Malayalam', 'അവന്', ['അവന്‍ പറഞ്ഞു', 'അവന് വേണം', 'അവൻ'], '2'],
    ['Malayalam', 'എൻറെ', ['എന്റെ', 'എന്‍റെ'], '1 2'],
    ['Bengali', 'সৎ', ['সৎ কাজ', 'সত্‍ কাজ', 'সত'], '1 2'],
    ['Bengali', 'উত্স', ['উৎস'], '1'],
    ['Urdu', 'ھے', ['وہ ہے', 'ہم'], '|1'],
    ['Urdu', 'میں', ['میں', 'مین'], '1|2'],
    ['Urdu', 'مين', ['میں'], '|1'],
    ['Urdu', 'کے', ['کی', 'کے لیے'], '2|1'],
    ['Urdu', 'گئے', ['گۓ'], '1'],
    ['Urdu', 'بهت', ['بہت', 'بت'], '1'],
    ['Persian', 'می خواهد', ['او می‌خواهد'], '1'],
    ['Persian', 'میخواهد', ['او می‌خواهد'], '1'],
    ['Persian', 'می‌خواهد', ['او می خواهد'], '1'],
    ['Hindi', 'जमीन', ['ज़मीन'], '1'],
    ['Hindi', 'हिन्दी', ['हिंदी'], '1'],
    ['Hindi', 'चांद', ['चाँद'], '1'],
    ['Amharic', 'ሰላም', ['ሠላም'], '1'],
    ['Amharic', 'አለም', ['ዓለም'], '1'],
    ['Hebrew', 'אל הים', ['אל־הים'], '1'],
    ['Hebrew', 'שלום', ['שָׁלוֹם'], '1'],
    ['Thai', 'เเม่', ['แม่'], '1'],
    ['Thai', 'พระเจ้า', ['ในพระเจ้าทรง'], '1'],
    ['Spanish', 'nino', ['NIÑO'], '1'],
  ])('%s: %s', (_, typed, texts, expected) => expect(found(typed, texts)).toBe(expected))
})
