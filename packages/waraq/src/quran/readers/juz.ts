import { placeOf, type PlaceRange } from './verse-key.ts'

/** First verses of the 30 juz. Source: quran-meta 6.0.17, Hafs; the rows' own `juz_number` agrees. */
const juzStarts =
  '1:1 2:142 2:253 3:93 4:24 4:148 5:82 6:111 7:88 8:41 9:93 11:6 12:53 15:1 17:1 ' +
  '18:75 21:1 23:1 25:21 27:56 29:46 33:31 36:28 39:32 41:47 46:1 51:31 58:1 67:1 78:1'

/** All verses of a juz, 1 to 30. */
export function juzRange(juz: number): PlaceRange {
  const starts = juzStarts.split(' ')
  const [start, next = '115:1'] = [starts[juz - 1], starts[juz]]
  return { from: placeOf(start) ?? 0, to: (placeOf(next) ?? 0) - 1 }
}
