import { describe, expect, it } from 'vitest'
import { match } from '../query/match.ts'
import { interpretationsOf } from '../query/parse.ts'
import type { Query, Term } from '../query/query.ts'
import { wordsOf } from '../text/words.ts'

/** What stands in a text and what people type for it, in each language: found as the word, not as one that is similar or begins so. */

const whole = (term: Term): Term => ({ ...term, edits: 0, prefix: false })
const exact = ({ clauses, ...query }: Query): Query => ({
  ...query,
  clauses: clauses.map(([first, ...rest]) => [whole(first), ...rest.map(whole)]),
})

function finds(stored: string, typed: string): boolean {
  return interpretationsOf(typed).some((query) => match(exact(query), wordsOf(stored)) !== undefined)
}

/** `stored ~ typed`, separated by bars; `-` is the zero-width non-joiner, `+` the zero-width joiner. */
function pairs(
  table: Readonly<Record<string, string>>,
  joiners = false,
): [language: string, string, string][] {
  return Object.entries(table).flatMap(([language, lines]) =>
    lines.split('|').map((line): [string, string, string] => {
      const plain = joiners ? line.replaceAll('-', '\u200c').replaceAll('+', '\u200d') : line
      const [stored = '', typed = ''] = plain.split('~').map((each) => each.trim())
      return [language, stored, typed]
    }),
  )
}

const same = {
  Russian: 'всё ~ все|все ~ всё|Её ~ ее|мой ~ мои|прощающий ~ прощающии|что-либо ~ что либо|Ещё ~ еще',
  Turkish:
    'kitâp ~ kitap|kitap ~ kitâp|kâfir ~ kafir|ışık ~ isik|ışık ~ ISIK|İBRÂHİM ~ ibrahim|Allah’ın ~ allahın|Allah’ın ~ Allah|Kur’ân’ı ~ kuranı|mü’min ~ mümin|îmân ~ iman|şüphesiz ~ suphesiz',
  Bosnian:
    'među ~ medju|među ~ medu|medju ~ među|vođe ~ vodje|vodje ~ vođe|Đavo ~ djavo|čovjek ~ covjek|ćete ~ cete|što ~ sto|džinni ~ dzinni',
  German:
    'groß ~ gross|gross ~ groß|GRÖSSE ~ größe|Größe ~ groesse|groesse ~ größe|für ~ fuer|fuer ~ für|für ~ fur|Gläubigen ~ glaeubigen|Glaeubigen ~ gläubigen|Äpfel ~ aepfel|Übel ~ ubel',
  Spanish: 'corazón ~ corazon|corazon ~ corazón|señor ~ senor|vergüenza ~ verguenza|¿Quién ~ quien',
  French:
    "cœur ~ coeur|coeur ~ cœur|l’Écriture ~ l ecriture|d'entre ~ d entre|ceux-là ~ ceux la|ceux-là ~ ceuxla|aujourd’hui ~ aujourdhui|aujourd'hui ~ aujourd hui|qu'Il ~ qu il|aïeux ~ aieux",
  Vietnamese:
    'Đấng Nhân Từ ~ dang nhan tu|lòng thương xót ~ long thuong xot|được ~ duoc|hòa ~ hoà|thủy ~ thuỷ|người ~ nguoi|Kinh Qur’an ~ kinh quran',
  Hausa:
    "ɗaya ~ daya|Ƙasa ~ kasa|ɓangare ~ bangare|ƴaƴa ~ yaya|'ya'ya ~ yaya|’ya’yan ~ yayan|ma’abota ~ maabota|da'awa ~ daawa",
  Somali:
    "la'aan ~ laaan|la'aan ~ la aan|la’aan ~ la'aan|bi'i ~ bii|go'aan ~ goaan|Qur’aan ~ quraan|su´aal ~ suaal",
  Yoruba: 'Ọlọ́hun ~ olohun|ẹ̀sìn ~ esin',
  Polish: 'łaska ~ laska|ŻYCIE ~ życie',
  Romanian: 'şi ~ și|țară ~ tara',
  Azerbaijani: 'mən ~ men|ALLAHIN ~ Allahın',
  Uzbek: "oʻz ~ o‘z|o'z ~ oʻz|ғайб ~ гайб",
  Tamil: 'பௌதிக ~ பெளதிக|பெளதிக ~ பௌதிக|ஔ ~ ஒள|ஸ்ரீ ~ ஶ்ரீ',
  Hindi:
    'ज़मीन ~ जमीन|जमीन ~ ज़मीन|फ़रिश्ते ~ फरिश्ते|क़ुरआन ~ कुरआन|लड़का ~ लडका|पढ़ना ~ पढना|हूँ ~ हूं|सम्पूर्ण ~ संपूर्ण|जाएगा ~ जायेगा|दयावान् ~ दयावान|दयावान ~ दयावान्|दुःख ~ दुख',
  Urdu:
    'کے لیے ~ کےلیے|کےلیے ~ کے لیے|کے لیے ~ کےلئے|کے لئے ~ کے لیے|جائے گا ~ جائیگا|جائیگا ~ جائے گا|جائے گا ~ جائےگا|ہو جائے گا ~ ہوجائے گا|آئے گی ~ آئیگی|کرے گا ~ کریگا|' +
    'کریں گے ~ کرینگے|ہوں گے ~ ہونگے|ان کے لیے جنت ہے ~ انکے لیے جنت ہے|انکے لیے جنت ہے ~ ان کے لیے جنت|اس کی طرف ~ اسکی طرف|بے شک اللہ ~ بیشک اللہ|بیشک ~ بے شک|کیونکہ ~ کیوں کہ|' +
    'کیوں کہ ~ کیونکہ|خوب صورت ~ خوبصورت|خوبصورت ~ خوب صورت|انہوں نے ~ انھوں نے|تمھارے ~ تمہارے|صلوٰۃ ~ صلوۃ|مؤمن ~ مومن',
  English: 'ever lasting ~ everlasting|everlasting ~ ever lasting|the everlasting life ~ ever lasting life',
}

const withJoiners = {
  Persian:
    'می-شود ~ می شود|می-شود ~ میشود|می شود ~ می-شود|می شود ~ میشود|میشود ~ می شود|میشود ~ می-شود|نمی دانند ~ نمیدانند|نمیدانند ~ نمی-دانند|آن-ها ~ آنها|آن ها ~ آنها|آنها ~ آن ها|' +
    'کتاب-های آسمانی ~ کتابهای آسمانی|کتابهای ~ کتاب های|خانه-ای ~ خانه ای|بزرگ-ترین ~ بزرگ ترین|بزرگترین ~ بزرگ ترین|این-که ~ اینکه|ایشان می-گویند که ایمان ~ می گویند ایمان|او میگوید که ~ می گوید که',
  Malayalam:
    'അല്ലാഹുവിന്റെ നാമത്തിൽ ~ അല്ലാഹുവിന്+റെ നാമത്തില്+|അല്ലാഹുവിന്+റെ ~ അല്ലാഹുവിന്റെ|അല്ലാഹുവിൻറെ ~ അല്ലാഹുവിന്റെ|തീര്+ച്ചയായും അവര്+ പറഞ്ഞു ~ തീർച്ചയായും അവർ|തീർച്ചയായും ~ തീര്ച്ചയായും|' +
    'സര്+വ്വലോകങ്ങളുടെയും രക്ഷിതാവായ ~ സർവ്വലോകങ്ങളുടെയും|ജനങ്ങൾ ~ ജനങ്ങള്+|കാണ്+മാന്+ ~ കാൺമാൻ|നന്മ ~ നന്+മ|നൻമ ~ നന്മ|മുൻപ് ~ മുന്പ്|വാക്ക്- ~ വാക്ക്|കൊണ്ടു് ~ കൊണ്ട്|ഭൌതിക ~ ഭൗതിക',
  Bengali:
    'সৎ ~ সত্+|সত্+ ~ সৎ|হঠাৎ ~ হঠাত্|উৎকৃষ্ট ~ উত্কৃষ্ট|নিশ্চ\u09df ~ নিশ্চ\u09af\u09bc|আল্লাহ্-র ~ আল্লাহর|কোরআন ~ কোর-আন|দৃ\u09dd ~ দৃ\u09a2\u09bc',
}

const different = {
  Russian: 'мир ~ мера|мол ~ моль|угол ~ уголь|съел ~ сел',
  Turkish: 'kar ~ kir|kul ~ kil',
  German: 'aber ~ über|Bauer ~ bar',
  Bosnian: 'led ~ ledj|dan ~ djan',
  Vietnamese: 'mười ~ người',
  Tamil: 'கல் ~ கால்|மனம் ~ மணம்|பல ~ பள|அவன் ~ அவள்',
  Hindi: 'कल ~ काल|दिन ~ दीन|मेल ~ मैल|बात ~ भात',
  Bengali: 'কি ~ কী|পর ~ পড়|বড় ~ বর|মন ~ মণ',
  Malayalam: 'അവന് ~ അവൻ|അവൻ ~ അവന്|അവർ ~ അവൾ|മല ~ മാല|പന ~ പണ',
  Urdu: 'بھر ~ بحر|کل ~ قل|ماں ~ مال|دن ~ دین|جائے ~ جا|لیے کے ~ کےلیے|کے وہ لیے ~ کےلیے',
  Persian: 'شود ~ شد|میدان ~ میدانند|شود می ~ میشود',
  Chinese: '主真 ~ 真主|真主说 ~ 真主說',
  English: 'man kind ~ kindman|go and rest ~ goodrest',
}

describe('what people take for the same', () => {
  it.each([...pairs(same), ...pairs(withJoiners, true)])('%s: %s is found by %s', (_, stored, typed) =>
    expect(finds(stored, typed)).toBe(true),
  )
  it.each(pairs(different))('%s: %s is not found by %s', (_, stored, typed) =>
    expect(finds(stored, typed)).toBe(false),
  )
})
