import { expect, it } from 'vitest'
import { parsePlace } from './parse-place.ts'

/** The places of verses that a text names, in its order. */
function verses(text: string): string {
  const parsed = parsePlace(text)
  if (parsed?.status !== 'ok') return ''
  return [parsed.place, ...parsed.others]
    .flatMap((place) =>
      place.kind === 'verses' ? [place.from === place.to ? place.from : `${place.from}-${place.to}`] : [],
    )
    .join(' ')
}

it.each<[places: string, typed: string]>([
  [
    '2:255 3:18',
    '2:255; 3:18|2:255, 3:18|2:255,3:18|2:255 3:18|2:255 and 3:18|2:255, and 3:18|2:255 & 3:18|2:255\n3:18|2:255 + 3:18|2:255 / 3:18|(2:255; 3:18).|[2:255, 3:18]|2/255, 3/18|2.255; 3.18|' +
      'Quran 2:255, 3:18|Q. 2:255 and Q. 3:18|QS 2:255, QS 3:18|٢:٢٥٥، ٣:١٨|٢:٢٥٥ و٣:١٨|২:২৫৫, ৩:১৮|২:২৫৫ এবং ৩:১৮|2：255；3：18|2:255、3:18|البقرة ٢٥٥؛ آل عمران ١٨|' +
      'البقرة: ٢٥٥، آل عمران: ١٨|البقرة ٢٥٥ وآل عمران ١٨|البقرة ٢٥٥ و آل عمران ١٨|Al-Baqarah, 255; Al Imran, 18|Al-Baqarah 255 and Ali Imran 18|surah 2 ayat 255 dan surah 3 ayat 18|' +
      'Bakara, 2/255; Âl-i İmrân, 3/18|sourate 2 verset 255 et sourate 3 verset 18|Sure 2,255; 3,18|Sure 2, Vers 255 und Sure 3, Vers 18|II:255; III:18|Sura II, 255; Sura III, 18|' +
      '2:255 или 3:18|سورہ بقرہ آیت ۲۵۵ اور آل عمران آیت ۱۸|Ayat al-Kursi; Al Imran 18|2:255, 3:18, 2:255',
  ],
  ['2:255 3:18-3:19', '2:255; 3:18-19|البقرة ٢٥٥؛ آل عمران ١٨-١٩|Al-Baqarah 255, Al Imran 18 to 19'],
  [
    '2:255 2:256',
    '2:255, 256|2:255,256|2:255;256|2:255 and 256|Al-Baqarah 255, 256|Al-Baqarah, 255, 256|البقرة ٢٥٥ و٢٥٦|سورة البقرة الآيتان ٢٥٥ و٢٥٦|Surah Baqarah ayat 255 dan 256|Sure 2, 255, 256|II:255, 256',
  ],
  ['2:3 2:4 2:5', '2:3, 4, 5|Al-Baqarah 3, 4 and 5|البقرة ٣، ٤، ٥'],
  ['2:1-2:5 2:255-2:257 3:7', '2:1-5, 255-257; 3:7'],
  // Of those that do not exist there is nothing to show.
  ['2:255', '2:255, 300|2:255, 3:201'],
  [
    '',
    '2:255, mercy|mercy; 2:255|2:255 and so on|2:255 and 256 people|2, 3, 4|1,000, 2,000|2; 3; 4|Deut 9:9; 10:4|Matt 5:3, 4|2:300, 3:201|cow, 5 pigs|Mary and Joseph|3 and 4|' +
      Array.from({ length: 30 }, () => '1:1').join(','),
  ],
])('%s', (places, typed) => {
  const all = typed.split('|')
  expect(all.map((each) => [each, verses(each)])).toEqual(all.map((each) => [each, places]))
})

it('tells what the first one lacks where none exists', () => {
  expect(parsePlace('2:300; 3:201')).toEqual({
    status: 'out_of_range',
    part: 'verse',
    number: 300,
    max: 286,
    chapter: 2,
  })
})
