import * as fc from 'fast-check'

/** Words of each language that the tests make texts of. */
export const languages: Readonly<Record<string, readonly string[]>> = {
  Arabic: ['ٱللَّهُ', 'لَآ', 'إِلَٰهَ', 'ٱلرَّحۡمَٰنِ', 'مؤمن', 'رحمة', 'ﷺ', '٢٥٥'],
  Urdu: ['اللہ،', 'وہ', 'زندہ', 'کتاب', 'اُس', 'نہیں'],
  Persian: ['می‌روم', 'کتاب', 'خانهٔ', 'خدا'],
  Turkish: ['IŞIK', 'ışık', "O'ndan", 'yücedir,', 'İzni'],
  Russian: ['Аллах', 'нет', 'Живого,', 'ёж', 'ко́рень'],
  Chinese: ['真主', '至仁至慈', '他是永生不灭的，', '天地', '主'],
  Bengali: ['আল্লাহ', 'করুণাময়', 'তিনি', 'কে', '২৫৫'],
  French: ["l'homme", 'créateur', 'Très', 'Haut,', 'œuvre'],
  Swedish: ['människa', 'Höge', 'GUD', '–', 'åker'],
  English: ['the', 'lord', 'of', "Qur'an", 'worlds,', 'merciful', 'word'],
}

/** A text of words of one language. */
export function phraseOf(language: string): fc.Arbitrary<string> {
  const word = fc.constantFrom(...languages[language]!)
  return fc.array(word, { minLength: 1, maxLength: 60 }).map((words) => words.join(' '))
}
