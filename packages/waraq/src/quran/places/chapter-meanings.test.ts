import { expect, it } from 'vitest'
import { chapterMeant } from './chapter-meanings.ts'
import { findVerseReferences } from './verse-references.ts'
import { chaptersTyped, parsePlace } from './parse-place.ts'

const chapterOf = (text: string) => {
  const parsed = parsePlace(text)
  return parsed?.status === 'ok' && parsed.place.kind === 'chapter' ? parsed.place.chapter : null
}

/** From the title pages of translations, not from the table: Pickthall, Yusuf Ali, Khattab and Abdel Haleem. */
it.each<[number, string]>([
  [1, 'The Opening|the opener'],
  [2, 'The Cow'],
  [3, 'The Family of Imran|family of Imran'],
  [4, 'The Women|Surah Women'],
  [5, 'The Table Spread|The Table|The Feast'],
  [6, 'The Cattle'],
  [7, 'The Heights|The Elevations'],
  [8, 'The Spoils of War|Spoils of War'],
  [9, 'The Repentance|Surah Repentance'],
  [10, 'Jonah'],
  [13, 'The Thunder'],
  [17, 'The Night Journey|night journey|The Children of Israel'],
  [18, 'The Cave'],
  [19, 'Mary'],
  [21, 'The Prophets'],
  [26, 'The Poets'],
  [27, 'The Ant|The Ants'],
  [29, 'The Spider'],
  [30, 'The Romans|The Byzantines'],
  [33, 'The Confederates|The Combined Forces'],
  [41, 'Explained in Detail'],
  [53, 'The Star'],
  [55, 'The Most Gracious|The Lord of Mercy'],
  [57, 'The Iron'],
  [63, 'The Hypocrites'],
  [67, 'The Sovereignty|The Dominion'],
  [68, 'The Pen'],
  [86, 'The Nightcomer|The Morning Star'],
  [87, 'The Most High'],
  [97, 'The Night of Power|The Power'],
  [105, 'The Elephant'],
  [112, 'The Purity of Faith|Surah Sincerity'],
  [113, 'The Daybreak'],
  [114, 'Surah Mankind'],
])('chapter %i is %s', (chapter, names) => {
  for (const name of names.split('|')) {
    expect(chapterOf(name), name).toBe(chapter)
    expect(chapterOf(name.toLowerCase()), name).toBe(chapter)
    expect(parsePlace(`${name} 2`), name).toMatchObject({ place: { from: `${chapter}:2` } })
  }
})

it('ordinary words and sentences are no chapters', () => {
  const texts =
    'light|man|night|women|mankind|help|sincerity|the people|women 5|the light and the dark|the sun and the moon|light upon light|' +
    'the light of the heavens|the night and the day|believers and hypocrites|the man of the house|table 5|the heavens|the day of judgment'
  expect(texts.split('|').filter((text) => parsePlace(text) !== null)).toEqual([])
})

it('a text that mentions such a word is no reference', () => {
  for (const text of [
    'The Bee 68.',
    'He prayed the night 5, ',
    'the Romans 8, 9',
    'verse 5 of the night prayer',
    'in the light 3.',
  ])
    expect(findVerseReferences(text), text).toEqual([])
  expect(findVerseReferences('in Surah The Bee, verse 68')).toMatchObject([{ from: '16:68' }])
})

it('finds chapters while their meaning is typed', () => {
  expect(chaptersTyped('the be')).toContain(16)
  expect(chaptersTyped('spid')).toEqual([29])
  expect(chaptersTyped('the')).not.toContain(16)
})

it('a single word needs "the", or a text that says that it names a chapter', () => {
  expect(chapterMeant(['the', 'bee'])).toBe(16)
  expect(chapterMeant(['bee'])).toBeUndefined()
  expect(chapterMeant(['bee'], true)).toBe(16)
})
