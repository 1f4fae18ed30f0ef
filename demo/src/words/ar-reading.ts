import type { enReading } from './en-reading.ts'
import type { Figures } from './figures.ts'

/** Arabic: verses, mushaf pages, recitations and search. */
export function arReading({ bytes, count, number, share }: Figures): ReturnType<typeof enReading> {
  return {
    sources: 'الترجمات المعروضة هنا',
    soFar: (part) => `وصل ${share(part)}`,
    rowsSoFar: (rows) =>
      count(rows, {
        zero: 'لم تصل أي آية بعد',
        one: 'وصلت آية واحدة',
        two: 'وصلت آيتان',
        few: 'وصلت # آيات',
        many: 'وصلت # آية',
        other: 'وصلت # آية',
      }),
    verseAwaited: (key) => `لم تصل الآية ${key} بعد، وهي في الطريق.`,
    textAwaited: (name) => `${name}: لم تصل هذه الآية بعد.`,
    actions: (key) => `الآية ${key}: التفسير والكلمات والمزيد`,
    closeNote: 'أغلق الحاشية',
    closePanel: 'إغلاق',
    views: 'ما يُقرأ عن الآية',
    view: { translations: 'الترجمات', tafsir: 'التفسير', words: 'كلمة بكلمة', notes: 'الملاحظات' },
    tafsir: 'التفسير',
    noPassage: 'لا يذكر هذا التفسير شيئًا عن هذه الآية.',
    range: (from, to) => `من ${from} إلى ${to}`,
    noTafsir: 'لا يوجد تفسير على هذا الجهاز.',
    noTranslation: 'لا توجد ترجمة على هذا الجهاز.',
    noWords: 'لا توجد ترجمة كلمة بكلمة على هذا الجهاز.',
    noRecitation: 'لا توجد تلاوة على هذا الجهاز.',
    toLibrary: 'اختر من المكتبة',
    playVerse: 'استمع',
    playChapter: 'استمع',
    copyLink: 'انسخ الرابط',
    copyText: 'انسخ النص',
    copied: { link: 'نُسخ الرابط.', text: 'نُسخ النص.', failed: 'لم يسمح المتصفح بالنسخ.' },
    inChapter: 'في سورتها',
    otherJuzs: 'أجزاء أخرى',
    otherPages: 'صفحات أخرى',
    previousPage: 'السابقة',
    nextPage: 'التالية',
    pageOf: (page, pages) => `${number(page)} / ${number(pages)}`,
    mushaf: 'المصحف',
    font: 'خط هذه الصفحة:',
    fontMissing: 'لا تُعرض هذه الصفحة إلا بخطها، وليس على هذا الجهاز بعد.',
    fontsHere: (here, all) => `الخطوط: ${number(here)} من ${number(all)}`,
    noPage: 'ليس في المصحف صفحة كهذه.',
    noPages: 'صفحات المصحف غير محفوظة على هذا الجهاز.',
    keepPages: (size) => `احفظ الصفحات، نحو ${bytes(size)}`,
    keeping: {
      keep: 'احفظها دون اتصال',
      progress: (reciter) => `تسجيلات \u2068${reciter}\u2069`,
      some: (here, all, size) => `${number(here)} من ${number(all)} · ${bytes(size)}`,
      kept: (size) => `تُسمع دون اتصال · ${bytes(size)}`,
      here: (here, all) => `التسجيلات: ${number(here)} من ${number(all)}`,
      again: 'حاول مرة أخرى',
      cancel: 'أوقف حفظ هذه التسجيلات',
      remove: 'أزل هذه التسجيلات',
      why: {
        no_room: 'لا مكان لها على هذا الجهاز. أزل شيئًا من صفحة التخزين.',
        no_sound: 'يجيب الخادم بشيء ليس تسجيلًا.',
        not_admitted: 'لا تسمح إعدادات هذا القارئ بخادم هذه التسجيلات.',
        no_answer: 'لا يجيب خادم التسجيلات، أو يرفض.',
      },
    },
    player: {
      region: 'المشغّل',
      previous: 'الآية السابقة',
      next: 'الآية التالية',
      play: 'تشغيل',
      pause: 'إيقاف مؤقت',
      follow: 'تتبّع الآية في الصفحة',
      close: 'أغلق المشغّل',
      reciter: 'القارئ',
      position: 'الموضع في التسجيل',
      loading: 'جارٍ التحميل…',
      from: { device: 'من هذا الجهاز', network: 'عبر الشبكة' },
      problems: {
        not_set_up: 'الصوت غير مُعدّ: لا تذكر إعدادات هذا القارئ خادمًا للتلاوات.',
        nothing_here: 'ليس في هذه التلاوة تسجيل لهذه السورة.',
        not_admitted: (host) => `لا تسمح إعدادات هذا القارئ بتسجيلات من \u2068${host}\u2069.`,
        unplayable: (host) =>
          `تعذّر تشغيل هذا التسجيل: لا يجيب \u2068${host}\u2069 بتسجيل. ويبقى النص مقروءًا.`,
        unplayable_here: 'لا يستطيع هذا المتصفح تشغيل التسجيل الموجود على هذا الجهاز.',
        not_here: 'ليس هذا التسجيل على هذا الجهاز، ولا يوجد اتصال. ويبقى النص مقروءًا.',
        press_play: 'جاهز. اضغط تشغيل للبدء.',
      },
    },
    search: {
      field: 'ابحث في كل النصوص',
      placeholder: 'كلمات أو «عبارة» أو 2:255',
      only: 'ابحث في',
      all: 'كل النصوص',
      how: 'يبحث في النص العربي والترجمات والتفاسير الموجودة على هذا الجهاز، ودون اتصال أيضًا. الكلمات بين علامتي التنصيص يجب أن تتتابع.',
      nothing: 'لا يوجد على هذا الجهاز نص يُبحث فيه.',
      index: 'فهرس البحث',
      building: (part) => `ما زال فهرس البحث يُبنى (${share(part)})، وقد يوجد المزيد.`,
      failed: 'تعذّر البحث. أعد تحميل الصفحة للمحاولة مرة أخرى.',
      found: (total, text, partial) => {
        const quoted = `«\u2068${text}\u2069»`
        if (total === 0) return partial ? `لا شيء بعد عن ${quoted}.` : `لا نتيجة عن ${quoted}.`
        const hits = count(total, {
          one: 'نتيجة واحدة',
          two: 'نتيجتان',
          few: '# نتائج',
          many: '# نتيجة',
          other: '# نتيجة',
        })
        return partial ? `${hits} حتى الآن عن ${quoted}` : `${hits} عن ${quoted}`
      },
      more: 'اعرض المزيد',
      places: 'اذهب إلى',
      noVerse: (chapter, verses) =>
        `آيات ${chapter}: ${count(verses, { one: 'آية واحدة', two: 'آيتان', few: '# آيات', many: '# آية', other: '# آية' })}.`,
      noChapter: (chapters) =>
        `عدد السور ${count(chapters, { one: 'سورة واحدة', two: 'سورتان', few: '# سور', many: '# سورة', other: '# سورة' })}.`,
    },
  }
}
