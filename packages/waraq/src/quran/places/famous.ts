import { nameKey } from './spelling.ts'

/** Verses with a name that follows "verse" in some language: Ayat al-Kursi, the Throne verse. Places, then names. */
const verses = `2:255 kursi kursiy throne كرسي
24:35 nur light نور
2:282 dayn debt deyn mudayana دين مداينه
33:33 tathir purification تطهير
3:61 mubahala مباهله
5:55 wilaya ولايه
9:5 sayf sword سيف
33:59,24:31,33:53 hijab veil حجاب
5:6,4:43 wudu ablution tayammum وضو تيمم
5:3 ikmal kamal perfection اكمال
2:183 siyam fasting صيام
2:177 birr righteousness بر
4:11-4:12 inheritance mirath mawarith مواريث ميراث
33:40 khatam khatm خاتم
33:56 salawat salawaat durood صلوات
3:18 shahada شهاده
3:26 mulk ملك
21:87 yunus يونس
2:156 istirja استرجاع
2:286 burden
2:256 compulsion`

/** Passages that have their own name. */
const passages = `2:285-2:286 amanarrasul amanarrasulu amanarasul amanarasulu amanarasoolu امنالرسول
113:1-114:6 muawwidhatayn muawwidhatain muawwizatain muawwizatayn muawidhatayn معوذتين معوذتان
112:1-114:6 threequls muawwidhat معوذات
1:1-1:7 ummkitab ummalkitab ummulkitab ummulkitabi ummulquran ummalquran sabalmathani sabamathani امالكتاب امالقران السبعالمثاني سبعالمثاني
2:255-2:255 kursi kursiy كرسي الكرسي ayatulkursi ayatalkursi ayetelkursi ayatulkursiy ايهالكرسي ايتالكرسي`

type Index = ReadonlyMap<string, readonly string[]>

function indexOf(table: string): Index {
  return new Map(
    table.split('\n').flatMap((line) => {
      const [places, ...names] = line.split(' ')
      return names.map((name) => [nameKey(name), places!.split(',')] as const)
    }),
  )
}

let known: { readonly verses: Index; readonly passages: Index } | undefined

/**
 * Places that a name stands for, such as `2:285-2:286`, the more likely one first. `isVerse`: whether the text calls it a verse.
 */
export function famousPlaces(keys: readonly string[], isVerse: boolean): readonly string[] {
  known ??= { verses: indexOf(verses), passages: indexOf(passages) }
  for (const key of keys) {
    const places = (isVerse ? known.verses.get(key) : undefined) ?? known.passages.get(key)
    if (places) return places
  }
  return []
}
