import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chaptersTyped, parsePlace } from './parse-place.ts'
import type { ParsedPlace, Place } from './place.ts'

function written(place: Place): string {
  if (place.kind === 'verses') return place.from === place.to ? place.from : `${place.from}-${place.to}`
  return place.kind === 'chapter' ? `chapter ${place.chapter}` : `${place.kind} ${place.number}`
}

function said(parsed: ParsedPlace | null): string | null {
  if (parsed === null) return null
  if (parsed.status === 'ok') return written(parsed.place)
  const { part, number, max, chapter } = parsed
  return `${part} ${number} of ${max}${chapter === undefined ? '' : ` in ${chapter}`}`
}

/** What is typed for each place, separated by bars. */
const places: Readonly<Record<string, string>> = {
  '2:255':
    '2:255|2/255|2.255|2 255|(2:255)|[2:255]|{2:255}|2:255.|2:255,| 2 : 255 |2：255|002:255|Quran 2:255|Q 2:255|Q.2:255|QS 2:255|QS. 2:255|Qur’an 2:255|Qurʼān 2:255|' +
    'The Quran, 2:255|Al-Baqarah 255|baqarah 255|Surah Baqara ayah 255|Surat al-Baqarah, verse 255|sura 2 aya 255|chapter 2 verse 255|ch. 2 v. 255|Surah 2:255|' +
    'verse 2:255|Al-Baqarah 2:255|Al-Baqarah (2:255)|Al-Baqarah: 255|al-baqarah/255|albaqarah 255|el-bakara 255|Bakara 255|Bakara suresi 255. ayet|Bakara, 255|' +
    '2. sure 255. ayet|Surah Al-Baqarah ayat 255|QS Al-Baqarah: 255|QS. Al Baqarah [2]: 255|sourate 2 verset 255|Al-Baqara, verset 255|verse 255 of surah Baqarah|' +
    'ayah 255 of chapter 2|البقرة ٢٥٥|سورة البقرة آية ٢٥٥|البقرة: ٢٥٥|[البقرة: ٢٥٥]|سورة البقرة الآية ٢٥٥|سورة البقرة، الآية 255|البقره 255|بقرة ٢٥٥|٢:٢٥٥|۲:۲۵۵|২:২৫৫|२:२५५|' +
    'سوره بقره آیه ۲۵۵|سورہ بقرہ آیت ۲۵۵|سُورَةُ ٱلۡبَقَرَةِ ٢٥٥|آية الكرسي|اية الكرسى|آیت الکرسی|آیةالکرسی|Ayat al-Kursi|ayatul kursi|Ayat-ul-Kursi|ayatulkursi|ayat kursi|Ayetel Kürsi|' +
    'the Throne Verse|verse of the throne|/2/255|/2:255|https://quran.com/2/255|quran.com/2:255|http://www.quran.com/2/255|https://quran.com/2/255?translations=20|' +
    'https://quran.com/en/2/255|quran.com/al-baqarah/255|%D8%A7%D9%84%D8%A8%D9%82%D8%B1%D8%A9%20255|2-255|\u200f2:255\u200e|２：２５５|سورة ٢ آية ٢٥٥|سورة رقم ٢ الآية رقم ٢٥٥|' +
    '2:255-|2:255 -|2:255:|002255|kursi|الكرسي|' +
    '2;255|2,255|2::255|2·255|2\\255|#2:255|§2:255|<2:255>|⟨2:255⟩|【2:255】|...2:255|Sure 2,255|Koran 2, 255|Sourate Al-Baqara (2), verset 255|#/2/255|#/chapter/2/255|' +
    'https://m.quran.com/2/255|https://quran.com/2?startingVerse=255|https://quran.com/2:255/tafsirs/169|https://tanzil.net/#2:255|第2章第255节|古兰经 2:255|' +
    'сура аль-Бакара 255|Коран 2:255|Бакара, 255|аят аль-Курси|সূরা বাকারা, আয়াত ২৫৫|আল-বাকারা ২:২৫৫|सूरा अल-बक़रा आयत 255|आयतुल कुर्सी|آیت‌الکرسی|2nd surah verse 255|' +
    'Surah#2 Ayah#255|surah=2 ayah=255|chapter two verse 255|255 of al-baqarah|255th verse of the 2nd surah|255th verse of baqarah|al-Baqara (the Cow) 255|2-Al-Baqarah, 255|2:255 (Al-Baqarah)|2:255 - Al-Baqarah|' +
    '2:255, Al-Baqarah|Ayat al-Kursi (2:255)|2:255 Ayat al-Kursi|Ayat al-Kursi, Al-Baqarah 255|Al-Qur’an, 2:255|QS:2:255|@2:255|Q.S. Al-Baqarah [2]: 255|Vers 255 der Sure 2|255. Vers der 2. Sure|' +
    'Bakara Suresi’nin 255. ayeti|2. surenin 255. ayeti|255. ayet Bakara|Kuran-ı Kerim 2:255|sourate n° 2 verset 255|soera 2 vers 255|sura 2 versículo 255|sura 2 versetto 255|sura 2, ajet 255|' +
    'Baqara surasi, 255-oyat|Bəqərə surəsi, 255-ci ayə|Бақара сүресі, 255-аят|2-сура, 255-аят|куръон 2:255|সূরা নং ২, আয়াত নং ২৫৫|সূরা বাকারা ২৫৫ নম্বর আয়াত|সূরা আল-বাক্বারাহ: ২৫৫|২নং সূরা ২৫৫নং আয়াত|' +
    'سوره ی بقره آیه ی ۲۵۵|സൂറ 2 ആയത്ത് 255|2：255节|Sura II, 255|II:255|II, 255|ii. 255|Sura II: 255|Surah II, verse 255|chap. ii. v. 255|Kor. ii. 255|Koran, II, 255|S. II, 255|al-Baqarah II:255|surah ii ayat 255',
  '2:255-2:257':
    '2:255-257|2:255–257|2:255—257|2:255‑257|2:255−257|2:255 - 257|2:255-57|2/255-257|2.255-257|2 255-257|2:255-2:257|2:255 to 257|2:255 to 2:257|2:257-255|٢:٢٥٥-٢٥٧|' +
    'Al-Baqarah 255-257|Baqarah 255 to 257|Surah Baqarah verses 255-257|البقرة ٢٥٥-٢٥٧|سورة البقرة الآيات ٢٥٥ - ٢٥٧|البقرة ٢٥٥ إلى ٢٥٧|(2:255-257)|/2/255-257|Q 2:255-257|verses 255-257 of Al-Baqarah|' +
    '2 verses 255-257|Surah 2 ayat 255-257|quran.com/2/255-257|%2F2%2F255-257|2:255..257|2:255…257|2:255→257|2:255 à 257|' +
    'surah 2 verse 255 to verse 257|сура 2, аяты 255–257|Sura II, 255-257|baqarah ayat 255 s/d 257|surah 2:255 to surah 2:257|Sure 2, 255-257|البقرة من الآية ٢٥٥ إلى الآية ٢٥٧|第2章第255-257节',
  '2:285-3:5':
    '2:285-3:5|II:285-III:5|2:285–3:5|2/285-3/5|٢:٢٨٥-٣:٥|2:285 to 3:5|3:5-2:285|Q 2:285-3:5|Al-Baqarah 285 - Al Imran 5|البقرة ٢٨٥ - آل عمران ٥|Al-Baqarah 2:285 - Al Imran 3:5|' +
    'surah 2 verse 285 to surah 3 verse 5',
  '2:285-2:286':
    'last two of Baqarah|last two verses of Baqarah|the last 2 ayat of Surah al-Baqarah|last 2 verses baqarah|آخر آيتين من البقرة|آخر آيتين من سورة البقرة|خواتيم البقرة|خواتيم سورة البقرة|amanar rasul|آمن الرسول|أواخر البقرة|' +
    'Bakara suresi son iki ayet|2 ayat terakhir surat al baqarah|les deux derniers versets de al-baqara',
  '18:1-18:10': 'first ten verses of Kahf|first 10 ayat of surah al-kahf|Kahf 1-10',
  '18:101-18:110': 'last ten verses of al-Kahf',
  '24:35': 'Ayat an-Nur|ayatun nur|Verse of Light|the light verse|آية النور|24:35|An-Nur 35|nur suresi 35',
  '2:282': 'ayat ad-dayn|آية الدين|verse of debt',
  '33:33': 'Ayat at-Tathir|آية التطهير',
  '113:1-114:6': 'المعوذتين|Muawwidhatayn|al-mu‘awwidhatayn',
  '1:1-1:7': 'Umm al-Kitab|السبع المثاني|أم الكتاب',
  '7:23': '/7/23|7:23|الأعراف ٢٣|Al-A‘raf 23|A‘rāf 7:23|araf 23|[Al-A’râf, 23]',
  '17:1': 'isra 1|Bani Israil 1|bani israel 1|الإسراء 1|الاسراء ١|بنی اسرائیل ۱',
  '12:30': '12:30|12.30|yusuf 30',
  'chapter 1':
    'fatiha|Al-Fatihah|al-fateha|surah fatiha|الفاتحة|فاتحہ|Fâtiha|1|١|Alfatiha|Al Fātiḥah|Surah Al Fatihah|alhamd',
  'chapter 2':
    '2|2:|The Cow|baqarah|bakara|al-baqara|Al Baqarah|البقرة|سورة البقرة|surah 2|chapter 2|সূরা ২|sura 2|suratul baqarah|al-Baqoroh|bakarah',
  'chapter 3':
    'al-imran|ale imran|Ali Imran|aal-e-imran|Āl ʿImrān|آل عمران|ال عمران|Âl-i İmrân|Aal Imran|imran|surat aal imraan',
  'chapter 4': 'nisa|An-Nisa|an nisaa|النساء|النسا|annisa|Nisâ suresi',
  'chapter 5': 'maidah|Al-Ma’idah|maeda|المائدة|المايده|Mâide|Al-Maaidah',
  'chapter 6': 'anam|En’âm|Al-An‘am|الأنعام|الانعام',
  'chapter 9': 'tauba|at-tawbah|Tevbe|bara’ah|baraat|التوبة|توبہ|براءة|At-Taubah|taubah',
  'chapter 10': 'yunus|younes|يونس|jonah',
  'chapter 12': 'yusuf|Yoosuf|youssouf|يوسف',
  'chapter 14': 'ibrahim|Ibraheem|إبراهيم|ابراهيم',
  'chapter 15': 'hijr|Hicr|Al-Hidjr|الحجر',
  'chapter 17': 'isra|bani israil|Al-Isrā|الإسراء|İsrâ',
  'chapter 16': 'The Bee|surah the bee|surah bee|Surah of the Bee|chapter The Bee|An-Nahl (The Bee)',
  '16:68': 'The Bee 68|Surah The Bee, verse 68|verse 68 of the Bee|The Bee (16:68)|surah bee 68',
  'chapter 24': 'the light|The Light|surah light',
  'chapter 18': 'kahf|Kehf|Al-Kahfi|الكهف|surah kahf|sourate Al-Kahf|Surat-ul-Kahf',
  'chapter 19': 'maryam|Meryem|مريم',
  'chapter 20': 'taha|Ta-Ha|Tā Hā|طه|طٰہٰ|Thaahaa',
  'chapter 22': 'hajj|Hac|الحج',
  'chapter 23': 'muminun|Mü’minûn|al-mu’minoon|المؤمنون|المومنون',
  'chapter 25': 'furqan|Furkân|Al-Furqaan|الفرقان',
  'chapter 26': 'shuara|Ash-Shu’ara|Şuarâ|Ach-Chou‘ara|الشعراء',
  'chapter 29': 'ankabut|Ankebût|العنكبوت',
  'chapter 31': 'luqman|Lokmân|لقمان',
  'chapter 32': 'sajdah|Secde|As-Sajda|السجدة|alif lam mim sajda|الم السجدة|الم سجدہ',
  'chapter 33': 'ahzab|الأحزاب|الاحزاب',
  'chapter 36':
    '36|٣٦|yaseen|yasin|ya-sin|Ya Sin|Yâsîn|يس|یٰسٓ|ياسين|surah yaseen|سورة يس|Surah-e-Yaseen|YASEEN|yaasiin|Surah no. 36|/36|quran.com/36|36. Ya-Sin|36 Yasin|(36) Ya-Sin|' +
    'Surah 36: Yasin|#36|Yasin-i Şerif|yaseen sharif|یٰسین|Ясин|Йа Син|ইয়াসিন|সূরা ইয়াসীন|सूरह यासीन|യാസീൻ|Sura XXXVI|chapter xxxvi|36-sura|36-я сура|Soera Yasin',
  'chapter 37': 'saffat|As-Saaffaat|Ash-Shaffat|الصافات',
  'chapter 38': 'sad|Saad|ص|Sâd|Shad',
  'chapter 40': 'ghafir|mumin|Gafir|غافر|المؤمن|Mü’min',
  'chapter 41': 'fussilat|ha mim sajda|Haa Meem Sajdah|حم السجدة|فصلت',
  'chapter 42': 'shura|Ash-Shuraa|الشورى|الشوري|شورا',
  'chapter 45': 'jathiyah|Câsiye|Al-Jaatsiyah|الجاثية',
  'chapter 47': 'muhammad|mohammed|Muhammed|محمد',
  'chapter 48': 'fath|Fetih|الفتح',
  'chapter 49': 'hujurat|Hucurât|الحجرات',
  'chapter 50': 'qaf|Kaf|ق',
  'chapter 53': 'najm|Necm|An-Nadjm|النجم',
  'chapter 54': 'qamar|Kamer|القمر',
  'chapter 55': 'al rahman|ar-rahman|rahmaan|Rehman|الرحمن|الرحمٰن|سورہ رحمن|arrahman|Surah Rehman',
  'chapter 56': 'waqiah|Vâkıa|Al-Waqi’a|waqia|الواقعة',
  'chapter 58': 'mujadila|Mücâdele|المجادلة',
  'chapter 61': 'saff|Saf|Ash-Shaff|الصف',
  'chapter 62': 'jumuah|Jumu’a|Cuma|Juma|الجمعة|Joumou‘a',
  'chapter 66': 'tahrim|At-Tahreem|التحريم',
  'chapter 67': 'mulk|tabarak|Mülk|الملك|surah mulk|تبارك|Al Moulk',
  'chapter 68': 'qalam|nun|Kalem|noon|القلم|ن',
  'chapter 70': 'maarij|Me‘âric|المعارج',
  'chapter 74': 'muddaththir|Muddassir|Müddessir|المدثر',
  'chapter 75': 'qiyamah|Kıyâmet|القيامة|qiyamat',
  'chapter 76': 'insan|dahr|İnsân|الإنسان|الدهر|al-dahr',
  'chapter 78': 'naba|Nebe|An-Naba’|النبأ|النبإ|amma',
  'chapter 81': 'takwir|Tekvîr|التكوير',
  'chapter 86': 'tariq|Târık|Ath-Thariq|الطارق',
  'chapter 87': 'ala|A‘lâ|Al-A’la|الأعلى|الاعلي',
  'chapter 88': 'ghashiyah|Gâşiye|Al-Ghaasyiyah|الغاشية',
  'chapter 91': 'shams|Şems|Asy-Syams|Ach-Chams|الشمس',
  'chapter 92': 'layl|Leyl|Al-Lail|الليل',
  'chapter 93': 'duha|Duhâ|Adh-Dhuha|zuha|الضحى|الضحي',
  'chapter 94': 'sharh|inshirah|İnşirâh|Ash-Sharh|الشرح|الانشراح|Alam Nashrah|ألم نشرح',
  'chapter 96': 'alaq|Alak|iqra|العلق',
  'chapter 97': 'qadr|Kadir|al-qadr|القدر|alqadr',
  'chapter 99': 'zalzalah|Zilzâl|الزلزلة|الزلزال',
  'chapter 103': 'asr|al-asr|العصر',
  'chapter 106': 'quraysh|Quraish|Kureyş|قريش',
  'chapter 108': 'kawthar|kausar|Kevser|Al-Kautsar|الكوثر',
  'chapter 109': 'kafirun|kaafiroon|الكافرون',
  'chapter 110': 'nasr|An-Nasr|النصر',
  'chapter 111': 'masad|lahab|Tebbet|Al-Lahab|المسد|اللهب|tabbat',
  'chapter 112': 'ikhlas|tauhid|İhlâs|Tawheed|الإخلاص|الاخلاص|التوحيد|Al-Ikhlaas',
  'chapter 113': 'falaq|falak|Felak|الفلق',
  'chapter 114': 'nas|An-Naas|الناس|An-Nas',
  'page 50':
    'page 50|p. 50|page 50 of the mushaf|第50页|стр. 50|p50|hlm. 50|muka surat 50|page n° 50|পৃষ্ঠা নং ৫০|صفحة ٥٠|صفحه ۵۰|الصفحة 50|50. sayfa|sayfa 50|halaman 50|Page: 50|quran.com/page/50',
  'juz 30':
    'juz 30|juz amma|Juz’ 30|جزء عم|جزء ٣٠|الجزء ٣٠|الجزء الـ٣٠|30. cüz|para 30|پارہ ۳۰|juz30|/juz/30|30th juz|30. Dschuz|৩০তম পারা|juz XXX|last juz|Juz Amma (30)|الجزء الثلاثون',
  'juz 21': 'الجزء الحادي والعشرون|21st juz',
  'juz 1': 'first juz|الجزء الأول|1er juz',
  'juz 29': 'juz tabarak|جزء تبارك',
  'hizb 60': 'hizb 60|60. hizip|الحزب ٦٠|حزب 60|60th hizb|الحزب الستون',
  'rub_el_hizb 3': 'rub 3|rub el hizb 3|ربع الحزب ٣',
  'ruku 40': 'ruku 40|رکوع ۴۰',
  'verse 300 of 286 in 2': '2:300|Al-Baqarah 300|البقرة ٣٠٠|2/300|2;300|2:250-300|surah 2 ayah 300',
  'verse 0 of 286 in 2': '2:0',
  'chapter 115 of 114': '115:1|surah 115|سورة ١١٥|115/3',
  'chapter 0 of 114': '0:5',
  'page 604': '604|٦٠٤|page 604',
  'page 605 of 604': 'page 605|صفحة ٦٠٥',
  'juz 31 of 30': 'juz 31',
}

const none =
  'Deut 9:9|Deuteronomy 9:9|12:30 am|12:30 pm|at 12:30|3:16 john|John 3:16|1:1:1|2:255:3|605|0|1.1.1.1|123456|999999|002300|12345|2/12/2024|2024-11-27|12/2024|||   |mercy|light|' +
  'throne|Allah|الله|رحمة|in the name|the last day|last|page|juz|surah|sure|verse|ayah 5|verse 5|of|the 12:30|from 2 to 5 pm|10-12 people|surah xyzzy|2:255 and so on|' +
  'believers 5|page of 5 kings|juz 2 page 5|$2.50 off|:255|2:2555|2222:1|a2:255b|1e1|-1|quran|the quran|quran 5 pillars|nose|nose 5|talk 5|father 5|http://example.org/2/255|' +
  '<b>2:255</b>|mulk nas|١٢:٣٠ صباحا|متى 5:3|سفر 9:9|📖|1,000|2,300|2,2,5|10,5,3|the a b|5, 10 and 15|II|XXXVI|mix|did|I, 5|c. 600|l. 5|v. 5|xi people|World War II, 5|Louis XIV, 5|vol. II, 255|Psalm II:7|Gen. ii. 7|300 cow|the cow and the bee|Joseph, 12 years|juz 2 of 5|ثلاثون|الثلاثون|тот|стол 5|5节课|मन|#|##|#tag|a:b'

describe('parsePlace', () => {
  it.each(Object.entries(places))('finds %s', (place, typed) => {
    const all = typed.split('|')
    expect(Object.fromEntries(all.map((each) => [each, said(parsePlace(each))]))).toEqual(
      Object.fromEntries(all.map((each) => [each, place])),
    )
  })
  it('finds none elsewhere', () => {
    const found = none
      .split('|')
      .flatMap((each) => (parsePlace(each) === null ? [] : [[each, said(parsePlace(each))]]))
    expect(found).toEqual([])
  })
  it.each<[string, string[]]>([
    ['5', ['chapter 5', 'juz 5', 'page 5']],
    ['100', ['chapter 100', 'page 100']],
    ['sajda', ['chapter 32', 'chapter 41']],
    ['sajdah 40', ['41:40']],
    ['Ya-Sin (36)', ['36:36', 'chapter 36']],
    ['ص ٥٠', ['38:50', 'page 50']],
    ['2:255; 3:18-19', ['2:255', '3:18-3:19']],
    ['المؤمن', ['chapter 40', 'chapter 23']],
    ['آية الحجاب', ['33:59', '24:31', '33:53']],
  ])('%s may be several', (text, all) => {
    const parsed = parsePlace(text)
    expect(parsed?.status === 'ok' && [parsed.place, ...parsed.others].map(written)).toEqual(all)
  })
  it('knows the names that the caller has, and the pages of the caller’s mushaf', () => {
    const chapters = [{ id: 2, name: 'বাকারা', arabicName: null, meaning: 'বকনা-বাছুর' }]
    expect(said(parsePlace('সূরা বাকারা আয়াত ২৫৫', { chapters }))).toBe('2:255')
    expect(said(parsePlace('বকনা বাছুর', { chapters }))).toBe('chapter 2')
    expect(parsePlace('বকনা বাছুর')).toBeNull()
    expect(said(parsePlace('page 700', { pages: 849 }))).toBe('page 700')
    expect(said(parsePlace('page 600', { pages: 554 }))).toBe('page 600 of 554')
  })
  it('guesses vowels only where a chapter is said', () => {
    expect(said(parsePlace('surah bukurah'))).toBe('chapter 2')
    expect(parsePlace('bukurah')).toBeNull()
  })
  it('answers any text soon', () => {
    for (const piece of [
      '1',
      '1:',
      ' ',
      '-',
      'a',
      'ال',
      '2:255-',
      'surah ',
      '(',
      '1:1, ',
      'ii:',
      ' and 1',
      'ﷺ',
      '%',
      '\u0301',
      '٢',
    ])
      for (const length of [40, 160, 100_000]) parsePlace(piece.repeat(length).slice(0, length))
    // fast-check's own `binary` makes a table of all million characters first, which takes two seconds.
    const unit = fc.nat(0x10f7ff).map((at) => String.fromCodePoint(at < 0xd800 ? at : at + 0x800))
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 40 }), fc.nat(999), (text, number) => {
        parsePlace(text)
        parsePlace(`${text}${number}:${number}`)
      }),
      { numRuns: 300 },
    )
  })
})

describe('chaptersTyped', () => {
  it.each<[string, number[]]>([
    ['bak', [2]],
    ['سورة البق', [2]],
    ['البقره', [2]],
    ['yas', [36]],
    ['lahab', [111]],
    ['2:255', [2]],
    ['', []],
    ['xyzzy', []],
  ])('%s', (text, chapters) => expect(chaptersTyped(text)).toEqual(chapters))
})

it.each<[text: string, chapter: number, place: string | null]>([
  ['verse 255', 2, '2:255'],
  ['ayah 5-7', 2, '2:5-2:7'],
  ['آية ٢٥٥', 2, '2:255'],
  ['255', 2, '2:255'],
  ['verse 255', 1, 'verse 255 of 7 in 1'],
  ['255', 1, 'page 255'],
  // The number of a chapter comes first, as elsewhere.
  ['50', 2, 'chapter 50'],
  ['3:18', 2, '3:18'],
  ['surah 3 verse 18', 2, '3:18'],
])('%s, while chapter %i is shown, is %s', (text, chapter, place) => {
  expect(said(parsePlace(text, { chapter }))).toBe(place)
})
it('a number has all its meanings, and a verse without a chapter is none', () => {
  const parsed = parsePlace('7', { chapter: 2 })
  expect(parsed?.status === 'ok' && [parsed.place, ...parsed.others].map(written)).toEqual([
    'chapter 7',
    '2:7',
    'juz 7',
    'page 7',
  ])
  expect(parsePlace('verse 255')).toBeNull()
})
