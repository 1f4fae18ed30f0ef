/**
 * A rough letter-by-letter romanization of Arabic words. It is used if quran-json's transliteration of a verse has a
 * different number of words than the Arabic. It only has to be readable.
 */
const letters: Readonly<Record<string, string>> = {
  ء: "'",
  آ: 'aa',
  أ: 'a',
  ؤ: 'w',
  إ: 'i',
  ئ: 'y',
  ا: 'a',
  ٱ: 'a',
  ب: 'b',
  ة: 't',
  ت: 't',
  ث: 'th',
  ج: 'j',
  ح: 'h',
  خ: 'kh',
  د: 'd',
  ذ: 'th',
  ر: 'r',
  ز: 'z',
  س: 's',
  ش: 'sh',
  ص: 's',
  ض: 'd',
  ط: 't',
  ظ: 'th',
  ع: 'AA',
  غ: 'gh',
  ف: 'f',
  ق: 'q',
  ك: 'k',
  ل: 'l',
  م: 'm',
  ن: 'n',
  ه: 'h',
  و: 'w',
  ى: 'a',
  ي: 'y',
  '\u064e': 'a',
  '\u064f': 'u',
  '\u0650': 'i',
  '\u064b': 'an',
  '\u064c': 'un',
  '\u064d': 'in',
  '\u0670': 'a',
}

export function romanize(word: string): string {
  return [...word].map((letter) => letters[letter] ?? '').join('')
}
