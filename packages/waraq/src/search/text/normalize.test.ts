import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from './any-text.test-support.ts'
import { normalize } from './normalize.ts'

/** Each line: what a reader may take for the same word. */
const same: Record<string, readonly (readonly string[])[]> = {
  Arabic: [
    ['الرحمن', 'ٱلرَّحۡمَٰنِ', 'الرَّحْمَـٰنِ', 'الرّحمن'],
    ['احمد', 'أحمد', 'إحمد', 'آحمد', 'ٱحمد'],
    ['مومن', 'مؤمن'],
    ['قايل', 'قائل'],
    ['هدي', 'هدى', 'هُدٗى', 'هدی'],
    ['رحمه', 'رحمة', 'رَحۡمَةٞ'],
    ['عنده', 'عِندَهُۥٓ', 'عِندَهُۥ'],
    ['الله', 'ﷲ', 'ٱللَّهُۚ', 'ﺍﻟﻠﻪ'],
    ['255', '٢٥٥', '۲۵۵'],
  ],
  Urdu: [
    ['اللہ', 'الله', 'اللّٰہ'],
    ['كتاب', 'کتاب'],
    ['زندگي', 'زندگی'],
    ['اس', 'اُس'],
    ['معلومات', 'معلومات'],
  ],
  Persian: [
    ['كتاب', 'کتاب', 'كتاب'],
    ['ميروم', 'می‌روم', 'میروم'],
    ['زيبايي', 'زیبایی'],
    ['خانه', 'خانهٔ', 'خانۀ'],
  ],
  Turkish: [
    ['isik', 'ışık', 'IŞIK', 'Işık', 'isik'],
    ['istanbul', 'İstanbul', 'ISTANBUL', 'istanbul', 'İSTANBUL'],
    ['yucedir', 'yücedir', 'YÜCEDİR'],
    ['goklerde', 'Göklerde', 'GÖKLERDE'],
  ],
  Russian: [
    ['еж', 'ЁЖ', 'ёж', 'Еж'],
    ['корень', 'ко́рень', 'КОРЕНЬ'],
    ['живой', 'Живой', 'ЖИВОЙ'],
  ],
  Chinese: [
    ['真主', '真主'],
    ['abc', 'ａｂｃ', 'ＡＢＣ'],
    ['說', '說'],
  ],
  Bengali: [
    ['করুণাময়', 'করুণাময়'],
    ['২৫৫', '255'],
    ['কো', 'কো'],
    ['আল্লাহর', 'আল্লাহ্\u200cর'],
    ['আল্লাহ', 'আল্লাহ্', 'আল্লাহ্\u200c'],
    ['হঠাৎ', 'হঠাত্', 'হঠাত্\u200c'],
  ],
  French: [
    ['lhomme', "l'homme", 'l’homme', 'L’HOMME'],
    ['createur', 'créateur', 'Créateur', 'CRÉATEUR'],
    ['oeuvre', 'œuvre', 'Œuvre'],
  ],
  Swedish: [
    ['manniska', 'människa', 'MÄNNISKA', 'människa'],
    ['aker', 'åker'],
    ['hoge', 'Höge'],
  ],
  English: [
    [
      'quran',
      "Qur'an",
      'Qur’ān',
      'Qurán',
      'QURʼAN',
      'Qurʾān',
      'QURAN',
      'Qur`an',
      'Qur\u1fefan',
      'Qur\uff40an',
    ],
    ['isa', 'ʿĪsā', 'ʻIsa', '‘Isa'],
    ['file', 'ﬁle'],
  ],
  German: [['strasse', 'Straße', 'STRASSE', 'STRAẞE']],
  Greek: [['λογοσ', 'λόγος', 'ΛΌΓΟΣ', 'λογοσ']],
  Hebrew: [['שלום', 'שָׁלוֹם']],
  Hindi: [
    ['गए', 'गये'],
    ['चाहिए', 'चाहिये'],
    ['गई', 'गयी'],
  ],
  Malayalam: [
    ['എന്റെ', 'എൻറെ', 'എൻ്റെ', 'എന്\u200dറെ'],
    ['സൗഖ്യം', 'സൌഖ്യം'],
    ['പറ്റി', 'പററി'],
  ],
  Thai: [['น้ำ', 'นํ้า']],
  Japanese: [
    ['か', 'か'],
    ['が', 'が'],
  ],
}

/** Each line: words that are not the same, although they look alike. */
const different: Record<string, readonly (readonly [string, string])[]> = {
  Arabic: [
    ['ماء', 'ما'],
    ['سال', 'سأل '],
    ['قلب', 'كلب'],
  ],
  Urdu: [
    ['کے', 'کی'],
    ['بھر', 'بہر'],
  ],
  Bengali: [
    ['কি', 'কী'],
    ['কর', 'করা'],
    ['মত', 'মৎ'],
    ['ড', 'ড়'],
  ],
  Hindi: [
    ['कर', 'करो'],
    ['अन्न', 'अंन'],
    ['ये', 'ए'],
    ['वाक्ये', 'वाकए'],
  ],
  Thai: [['กา', 'กี']],
  Japanese: [['か', 'が']],
  Russian: [
    ['мир', 'мыр'],
    ['мой', 'мои'],
  ],
}

describe('normalize', () => {
  it.each(
    Object.entries(same).flatMap(([language, lines]) => lines.map((line) => [language, line] as const)),
  )('%s: %j are one word', (_, [normalized, ...others]) => {
    for (const word of others) expect([word, normalize(word)]).toEqual([word, normalize(normalized!)])
  })
  it.each(
    Object.entries(different).flatMap(([language, lines]) =>
      lines.map((line) => [language, ...line] as const),
    ),
  )('%s: %s is not %s', (_, one, other) => {
    expect(normalize(one)).not.toBe(normalize(other))
  })
  it('leaves what is normalized as it is', () => {
    for (const lines of Object.values(same))
      for (const [normalized] of lines) expect(normalize(normalize(normalized!))).toBe(normalize(normalized!))
  })
  it('is done after one time, with any character', () => {
    const others = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(
      (character) => normalize(normalize(character)) !== normalize(character),
    )
    expect(others).toEqual([])
  })
  it('is done after one time, with any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(normalize(normalize(text))).toBe(normalize(text))
      }),
      { numRuns: 2_000 },
    )
  })
  it('takes composed and decomposed forms for the same', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(normalize(text.normalize('NFD'))).toBe(normalize(text.normalize('NFC')))
      }),
      { numRuns: 2_000 },
    )
  })
})
