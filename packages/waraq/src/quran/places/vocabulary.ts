import { bareLetters } from './spelling.ts'
import type { PartKind } from './place.ts'

/** Meanings of the words in a place. */
export type Meaning = 'chapter' | 'verse' | 'book' | 'filler' | 'to' | 'last' | 'first' | PartKind

/**
 * English, Arabic, Persian, Urdu, Turkish, Azerbaijani, Uzbek, Kazakh, Indonesian, Malay, French, Spanish, Italian, German,
 * Dutch, Bosnian, Bengali, Hindi, Malayalam, Russian, Chinese.
 */
const lists: Readonly<Record<Meaning, string>> = {
  chapter:
    's surah sura surat soorah soora surahs suratul suratal suratu suratun suratus suratur suratut suratud suratuz suratush surahal sure suresi sourate chapter ch ' +
    'chap sorah surasi suresinin surenin soera surja azora surata capitulo سورة السورة سوره سورت সূরা সুরা सूरा सूरह сура сүресі സൂറ സൂറത്ത് 章',
  verse:
    'v vs vv verse verses ayah ayat aya ayahs ayaat ayats ayatul ayatal ayatun ayatu ayetul ayetel ayet ayeti ayetler ayatan ayatayn verset versets vers aleya aayat aayah ajet ajeti oyat versiculo versetto ' +
    'آية الآية آيه آيات الآيات آیه آیات آیت آيتين آيتان آيتا الآيتين الآيتان আয়াত आयत ആയത്ത് аят аяты аята 节 節',
  page: 'p pg pp pag page pages sayfa sayfasi halaman hal hlm muka seite pagina صفحة صفحه الصفحة পৃষ্ঠা पृष्ठ पेज страница стр 页 頁',
  juz: 'juz juzz juzu juzuk djuz dschuz djouz cuz cuzu cüz para parah sipara siparah جزء الجزء جزؤ جزو پارہ پاره سپارہ পারা पारा джуз',
  hizb: 'hizb hezb hizib hizip hisb حزب الحزب',
  rub_el_hizb: 'rub rubu rubulhizb rubelhizb rubalhizb ربع الربع ربعحزب ربعالحزب',
  ruku: 'ruku rukoo rukuu ركوع رکوع الركوع',
  manzil: 'manzil منزل المنزل',
  to: 'to until till through bis a au ile hingga sampai إلى الى حتى تا تک সে',
  last: 'last final terakhir son derniers letzte letzten آخر أواخر خواتيم خواتم خاتمة',
  first: 'first ilk pertama premiers erste ersten أول أوائل',
  book: 'q qs qur quran kuron kor koran kuran coran alquran alkoran karim kareem kerim majid mushaf المصحف مصحف القرآن قرآن الكريم কুরআন कुरान Коран 古兰经',
  filler:
    'the of from in no n nr nomor number numero de la du le der von dari ke les holy noble sharif şerif و ی من في رقم شماره نمبر নং নম্বর',
}

let meanings: ReadonlyMap<string, Meaning> | undefined

/** Returns the meaning of a word in bare letters. Undefined for all other words, including names. */
export function meaningOf(word: string): Meaning | undefined {
  meanings ??= new Map(
    Object.entries(lists).flatMap(([meaning, words]) =>
      words.split(' ').map((each) => [bareLetters(each), meaning as Meaning] as const),
    ),
  )
  return meanings.get(word)
}

/** The words of a text. */
export function wordsIn(text: string): string[] {
  return text.match(/[\p{L}\p{M}]+/gu) ?? []
}

/** Number of parts of each kind. Rukus are counted as the service counts them. Pages depend on the mushaf. */
export const partCounts: Readonly<Record<Exclude<PartKind, 'page'>, number>> = {
  juz: 30,
  hizb: 60,
  rub_el_hizb: 240,
  ruku: 558,
  manzil: 7,
}

/** Juz that are named by their first words, in bare letters without articles. */
const juzNames = new Map(
  Object.entries({
    amma: 30,
    عم: 30,
    tabarak: 29,
    tabaraka: 29,
    تبارك: 29,
    qadsamia: 28,
    qadsami: 28,
    قدسمع: 28,
    alif: 1,
    aliflammim: 1,
    الم: 1,
  }),
)

export function namedJuz(name: string): number | undefined {
  return juzNames.get(name)
}

const small = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** The number that a word stands for, for "the last two verses"; the Arabic dual means two. */
export function numberSaid(word: string): number | undefined {
  if (/^(?:ايتين|ايتان|ايتا|ayatan|ayatayn|deux|dua|iki|zwei)$/.test(word)) return 2
  const at = small.indexOf(word)
  return at < 0 ? undefined : at + 1
}

const ordinals = ' اول ثاني ثالث رابع خامس سادس سابع ثامن تاسع عاشر'.split(' ')
const tens = ' عشر عشرون ثلاثون اربعون خمسون ستون'.split(' ')

/** The value of an Arabic ordinal such as `الحادي والعشرون`, as used for juz and hizb. */
export function ordinalSaid(words: readonly string[]): number | undefined {
  let sum = 0
  for (const word of words) {
    const bare = word
      .replace(/^و(?=ال)/, '')
      .replace(/^ال/, '')
      .replace(/^حادي$/, 'اول')
      .replace(/^عشره$/, 'عشر')
      .replace(/ين$/, 'ون')
    const [one, ten] = [ordinals.indexOf(bare), tens.indexOf(bare)]
    if (one < 1 && ten < 1) return undefined
    sum += one > 0 ? one : ten * 10
  }
  return sum
}
