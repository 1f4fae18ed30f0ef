import type {
  ChapterRow,
  FootNote,
  HizbRow,
  JuzRow,
  MushafPageRow,
  MushafWordRow,
  TafsirRow,
  TranslationRow,
} from '@waraq/protocol'
import type { ContentStore } from '../../store/read/content-store.ts'
import type { Live } from '../../store/read/live.ts'
import type { StoreView } from '../../store/read/store-view.ts'
import { article, type Article } from './article.ts'
import { chapterAudio, verseAudio, type ChapterAudio, type VerseAudio } from './recitation.ts'
import { coreChapters, coreVerse, coreVersesOfChapter, hizbOf, juzOf, type CoreVerse } from './quran-core.ts'
import { fontAssetOf, type FontAsset } from './fonts.ts'
import { mushafPage, mushafPageOf, mushafVerses, type MushafPage } from './mushaf.ts'
import { query, together, type Query, type ResultOf, type PartialRead } from './query.ts'
import { sideBySide, type SideBySideVerse } from './side-by-side.ts'
import { tafsirPassage, type TafsirPassage } from './tafsir.ts'
import {
  translationChapter,
  translationPage,
  translationVerse,
  type TranslationVerse,
} from './translation.ts'
import { verseWords, type VerseWord } from './words.ts'

/**
 * What the types promise; checked by the compiler, never run. A line under `@ts-expect-error` that compiles is an error
 * too.
 */

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const holds = <True extends true>(): True | undefined => undefined
const accepts = <T>(value: T): T => value
declare const store: ContentStore
declare const view: StoreView
const ref = { group: 'translations', id: 20 }

// A query is a function of a view that has a key.
const verse = translationVerse(ref, '2:255')
accepts<(view: StoreView) => Promise<TranslationVerse | undefined>>(verse)
accepts<string>(verse.key)
holds<Same<ResultOf<typeof verse>, TranslationVerse | undefined>>()
// A resource as filters write it is one of the reader's own group; as an object it may be of a group that this version does not know.
holds<Same<ResultOf<ReturnType<typeof chapterOfTwenty>>, TranslationVerse[]>>()
const chapterOfTwenty = () => translationChapter('translations:20', 2)
tafsirPassage('tafsirs:169', '2:255')
verseWords({ mushaf: 'mushafs:1', translation: 'word_by_word_translations:59' }, '2:255')
sideBySide({ translations: ['translations:20'], tafsirs: ['tafsirs:169'], core: 'quran_core:1' }, { page: 1 })
// @ts-expect-error a tafsir is no translation
translationChapter('tafsirs:169', 2)
// @ts-expect-error a translation is no tafsir
sideBySide({ tafsirs: ['translations:20'] }, { page: 1 })
translationChapter({ group: 'renderings', id: 1 }, 2)
// @ts-expect-error a key does not change
verse.key = ''
// @ts-expect-error a function alone is no query
accepts<Query<number>>(async () => 1)

// A store takes queries for one answer and for many, a view takes them too.
accepts<Promise<TranslationVerse | undefined>>(store.query(verse))
accepts<Promise<TranslationVerse | undefined>>(view.query(verse))
accepts<Live<TranslationVerse | undefined>>(store.live(verse))
accepts<Promise<string[]>>(store.query(async (each) => (await each.resources()).map(({ key }) => key)))
accepts<StoreView>(store)
// @ts-expect-error a view cannot be followed
view.live(verse)
// @ts-expect-error a view cannot be closed
view.close()

// Queries of one's own, and several together.
const own = query('own', async (each) => (await each.rows('tafsir', ref)).length)
holds<Same<typeof own, Query<number>>>()
const several = together({ verse, own, inner: together({ own }) })
holds<
  Same<ResultOf<typeof several>, { verse: TranslationVerse | undefined; own: number; inner: { own: number } }>
>()
// @ts-expect-error a query has a key
query(async () => 1)
// @ts-expect-error only queries go together
together({ verse: async () => 1 })

// What readers answer
accepts<Promise<CoreVerse | undefined>>(store.query(coreVerse(ref, '2:255')))
accepts<Promise<ChapterRow[]>>(store.query(coreChapters(ref)))
accepts<Promise<{ row: JuzRow } | undefined>>(store.query(juzOf(ref, '2:255')))
accepts<Promise<{ row: HizbRow } | undefined>>(store.query(hizbOf(ref, '2:255')))
accepts<Promise<FontAsset | undefined>>(store.query(fontAssetOf(ref, 1)))
// @ts-expect-error a hizb is no juz
accepts<Promise<{ row: JuzRow } | undefined>>(store.query(hizbOf(ref, '2:255')))
holds<Same<ResultOf<ReturnType<typeof translationChapter>>, TranslationVerse[]>>()
holds<Same<ResultOf<ReturnType<typeof translationPage>>, TranslationVerse[]>>()
holds<Same<ResultOf<ReturnType<typeof tafsirPassage>>, TafsirPassage | undefined>>()
holds<Same<ResultOf<ReturnType<typeof mushafPage>>, MushafPage | undefined>>()
holds<Same<ResultOf<ReturnType<typeof mushafPageOf>>, number | undefined>>()
holds<Same<ResultOf<ReturnType<typeof mushafVerses>>, string[]>>()
holds<Same<ResultOf<ReturnType<typeof verseWords>>, VerseWord[]>>()
holds<Same<ResultOf<ReturnType<typeof verseAudio>>, VerseAudio | undefined>>()
holds<Same<ResultOf<ReturnType<typeof chapterAudio>>, ChapterAudio | undefined>>()
holds<Same<ResultOf<ReturnType<typeof article>>, Article | undefined>>()
holds<Same<ResultOf<ReturnType<typeof sideBySide>>, SideBySideVerse[]>>()

// While a resource arrives, answers say so; without the option they are as ever.
const includePartial = translationChapter(ref, 2, { includePartial: true })
holds<Same<ResultOf<typeof includePartial>, PartialRead<TranslationVerse[]>>>()
const usual = translationPage(ref, 2, { mushaf: ref })
holds<Same<ResultOf<typeof usual>, TranslationVerse[]>>()
accepts<Promise<PartialRead<TafsirPassage | undefined>>>(
  store.query(tafsirPassage(ref, '2:255', { includePartial: true })),
)
accepts<Live<PartialRead<CoreVerse[]>>>(store.live(coreVersesOfChapter(ref, 2, { includePartial: true })))
// @ts-expect-error what is side by side is complete
sideBySide({ translations: [ref] }, { chapter: 2 }, { includePartial: true })

// Answers hold rows of the contract's types.
holds<Same<TranslationVerse['row'], TranslationRow>>()
holds<Same<TranslationVerse['footnotes'], readonly FootNote[]>>()
holds<Same<TranslationVerse['row']['added_since'], unknown>>()
holds<Same<TafsirPassage['row'], TafsirRow>>()
holds<Same<MushafPage['row'], MushafPageRow | undefined>>()
holds<Same<MushafPage['words'][number]['word'], MushafWordRow>>()
holds<Same<NonNullable<VerseWord['translation']>['language'], string | null>>()
holds<Same<SideBySideVerse['words'], readonly MushafWordRow[] | undefined>>()

// What cannot be asked
// @ts-expect-error a verse is written, not counted
translationVerse(ref, 2255)
// @ts-expect-error words are those of a mushaf
verseWords({ translation: ref }, '2:255')
// @ts-expect-error languages are a list
article(ref, 'en')
// @ts-expect-error a range has an end
sideBySide({ translations: [ref] }, { from: '2:1' })
sideBySide({ translations: [ref] }, { from: '2:1', to: '2:5' })
sideBySide({ translations: [ref] }, { page: 2 })
