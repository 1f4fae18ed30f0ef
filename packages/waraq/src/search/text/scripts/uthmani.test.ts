import { describe, expect, it } from 'vitest'
import { normalize } from '../normalize.ts'
import { spelledWords } from './uthmani.ts'

/** Words as the Quran writes them, and as keyboards do. Of two encodings the second one is Tanzil's. */
const same: readonly (readonly [uthmani: string, ...plain: string[]])[] = [
  // Dagger alef: read or not.
  ['ٱلۡعَٰلَمِينَ', 'العالمين', 'العلمين'],
  ['ٱلۡكِتَٰبُ', 'الكتاب'],
  ['ٱلْكِتَـٰبُ', 'الكتاب'],
  ['مَٰلِكِ', 'مالك', 'ملك'],
  ['ٱلرَّحۡمَٰنِ', 'الرحمن', 'الرحمان'],
  ['ذَٰلِكَ', 'ذلك'],
  ['ٱلسَّمَٰوَٰتِ', 'السماوات', 'السموات'],
  ['إِسۡرَٰٓءِيلَ', 'إسرائيل'],
  ['إِبۡرَٰهِـۧمَ', 'إبراهيم', 'ابراهيم'],
  // A letter that carries it.
  ['ٱلصَّلَوٰةَ', 'الصلاة', 'الصلوة'],
  ['ٱلزَّكَوٰةَ', 'الزكاة'],
  ['ٱلۡحَيَوٰةُ', 'الحياة'],
  ['كَمِشۡكَوٰةٖ', 'كمشكاة'],
  ['ٱلرِّبَوٰاْ', 'الربا'],
  ['ٱلتَّوۡرَىٰةَ', 'التوراة'],
  ['هَدَىٰهُمۡ', 'هداهم'],
  ['مُوسَىٰٓ', 'موسى'],
  // Hamza.
  ['ءَامَنَ', 'آمن', 'امن'],
  ['ٱلۡقُرۡءَانُ', 'القرآن'],
  ['ءَأَنذَرۡتَهُمۡ', 'أأنذرتهم'],
  ['أَءِنَّكَ', 'أإنك', 'أئنك'],
  ['شَيۡـٔٗا', 'شيئا'],
  ['يَسۡـَٔلُونَكَ', 'يسألونك'],
  ['فَسۡـَٔلُوٓاْ', 'فاسألوا'],
  ['مَسۡـُٔولٗا', 'مسئولا', 'مسؤولا'],
  ['رَءُوفٞ', 'رءوف', 'رؤوف'],
  ['ٱلسَّيِّـَٔاتِ', 'السيئات'],
  ['خَطِيٓـَٰٔتِكُمۡ', 'خطيئاتكم'],
  ['ٱلۡأَفۡـِٔدَةَ', 'الأفئدة'],
  ['يَسۡتَهۡزِءُونَ', 'يستهزئون'],
  ['ٱلرُّءۡيَا', 'الرؤيا'],
  ['وَجَآءُو', 'وجاءوا', 'وجاؤوا'],
  ['ءَابَآءَنَا', 'آباءنا'],
  ['شُرَكَٰٓؤُاْ', 'شركاء'],
  ['يَبۡدَؤُاْ', 'يبدأ'],
  ['وَرَآيِٕ', 'وراء'],
  // Small letters, and letters that are not read.
  ['لَهُۥٓ', 'له'],
  ['دَاوُۥدَ', 'داوود', 'داود'],
  ['ٱلنَّبِيِّـۧنَ', 'النبيين'],
  ['يُحۡيِۦ', 'يحيي'],
  ['قَالُواْ', 'قالوا'],
  ['قَالُوا۟', 'قالوا'],
  ['يَدۡعُواْ', 'يدعو', 'يدعوا'],
  ['مِاْئَةَ', 'مائة', 'مئة'],
  ['ٱلَّيۡلِ', 'الليل'],
  ['وَبِٱلَّيۡلِ', 'وبالليل'],
  // By no rule.
  ['رَءَا', 'رأى'],
  ['رَحۡمَتَ', 'رحمت', 'رحمة'],
]

/** Written as one, typed as two words or as one. */
const called: readonly (readonly [uthmani: string, particle: string, word: string, both: string])[] = [
  ['يَٰٓأَيُّهَا', 'يا', 'أيها', 'ياأيها'],
  ['يَـٰٓأَيُّهَا', 'يا', 'أيها', 'ياأيها'],
  ['وَيَٰقَوۡمِ', 'يا', 'قوم', 'وياقوم'],
  ['يَٰصَٰلِحُ', 'يا', 'صالح', 'ياصالح'],
  ['يَٰٓـَٔادَمُ', 'يا', 'آدم', 'ياآدم'],
  ['هَٰٓأَنتُمۡ', 'ها', 'أنتم', 'هاأنتم'],
]

describe('a word of the Quran', () => {
  it.each(same)('%s is found as %s', (uthmani, ...plain) => {
    const [forms, ...more] = spelledWords(uthmani)
    expect(more).toEqual([])
    expect(forms[0]).toBe(normalize(uthmani))
    for (const word of plain) expect(forms).toContain(normalize(word))
    expect(new Set(forms).size).toBe(forms.length)
  })
  it.each(called)('%s is %s and %s', (uthmani, particle, word, both) => {
    const words = spelledWords(uthmani)
    expect(words).toHaveLength(2)
    expect(words[0]).toContain(normalize(particle))
    expect(words[1]).toContain(normalize(word))
    for (const forms of words)
      expect(forms).toEqual(expect.arrayContaining([normalize(uthmani), normalize(both)]))
  })
  it.each(['قل', 'يَعۡلَمُ', 'ٱلۡحَمۡدُ', 'أَنۡعَمۡتَ', 'الْحَمْدُ', 'قرآن', 'جاءك', 'Qur’ān', 'ہے'])(
    '%s has one spelling in both orthographies, or none to add',
    (word) => expect(spelledWords(word)).toEqual([[normalize(word)]]),
  )
})
