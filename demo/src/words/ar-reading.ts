import type { enReading } from './en-reading.ts'
import type { Figures } from './figures.ts'

/** Arabic: verses, mushaf pages, recitations and search. */
export function arReading({ bytes, count, number, share }: Figures): ReturnType<typeof enReading> {
  return {
    mode: 'طريقة القراءة',
    modes: { translation: 'الترجمة', arabic: 'العربية', words: 'الكلمات' },
    textOptions: 'خيارات النص',
    sources: 'الترجمات المعروضة هنا',
    soFar: (part) => `تم تنزيل ${share(part)}`,
    rowsSoFar: (rows) =>
      count(rows, {
        zero: 'لم تُنزَّل أي آية بعد',
        one: 'تم تنزيل آية واحدة',
        two: 'تم تنزيل آيتين',
        few: 'تم تنزيل # آيات',
        many: 'تم تنزيل # آية',
        other: 'تم تنزيل # آية',
      }),
    verseAwaited: (key) => `لم يتم تنزيل الآية ${key} بعد.`,
    textAwaited: (name) => `${name}: لم يتم تنزيل هذه الآية بعد.`,
    aloneAwaited: 'لم يتم تنزيل هذه الآية بعد.',
    actions: (key) => `الآية ${key}: التفسير والكلمات والمزيد`,
    closeNote: 'إغلاق الحاشية',
    closePanel: 'إغلاق',
    views: 'عن هذه الآية',
    view: { translations: 'الترجمات', tafsir: 'التفسير', words: 'كلمة بكلمة', notes: 'الملاحظات' },
    tafsir: 'التفسير',
    noPassage: 'لا يوجد في هذا التفسير شيء عن هذه الآية.',
    range: (from, to) => `من ${from} إلى ${to}`,
    noArticle: 'لم يتم تنزيل هذه المقالة بعد.',
    noTafsir: 'لم يتم تنزيل أي تفسير بعد.',
    noTranslation: 'لم يتم تنزيل أي ترجمة بعد.',
    noWords: 'لم يتم تنزيل أي ترجمة كلمة بكلمة بعد.',
    noRecitation: 'لم يتم تنزيل أي تلاوة بعد.',
    toLibrary: 'فتح المكتبة',
    row: {
      select: 'تحديد الآية',
      play: 'استماع',
      copy: 'نسخ',
      link: 'الرابط',
      share: 'مشاركة',
      more: 'المزيد',
    },
    chosen: 'الآيات المحددة',
    chooseEnd: 'اضغط على آية أخرى للتحديد حتى تلك الآية.',
    chooseNone: 'إلغاء التحديد',
    playVerse: 'استماع',
    playChapter: 'استماع',
    copyLink: 'نسخ الرابط',
    copyText: 'نسخ النص',
    copied: { link: 'تم نسخ الرابط.', text: 'تم نسخ النص.', failed: 'تعذّر النسخ.' },
    inChapter: 'في سورتها',
    otherJuzs: 'أجزاء أخرى',
    otherPages: 'صفحات أخرى',
    previousPage: 'السابقة',
    nextPage: 'التالية',
    pageOf: (page, pages) => `${number(page)} / ${number(pages)}`,
    mushaf: 'المصحف',
    font: 'خط هذه الصفحة:',
    fontMissing: 'تحتاج هذه الصفحة إلى خطها الخاص، ولم يتم تنزيله بعد.',
    fontsHere: (here, all) => `الخطوط: ${number(here)} من ${number(all)}`,
    noPage: 'ليس في المصحف صفحة كهذه.',
    noPages: 'لم يتم تنزيل صفحات المصحف بعد.',
    keepPages: (size) => `تنزيل الصفحات، نحو ${bytes(size)}`,
    keeping: {
      keep: 'تنزيل الصوت',
      progress: (reciter) => `تسجيلات \u2068${reciter}\u2069`,
      some: (here, all, size) => `${number(here)} من ${number(all)} · ${bytes(size)}`,
      kept: (size) => `تم تنزيل الصوت · ${bytes(size)}`,
      here: (here, all) => `التسجيلات: ${number(here)} من ${number(all)}`,
      again: 'إعادة المحاولة',
      cancel: 'إلغاء هذا التنزيل',
      remove: 'حذف الصوت المنزَّل',
      why: {
        no_room: 'المساحة غير كافية. احذف شيئًا من صفحة التخزين.',
        no_sound: 'أرسل الخادم ملفًا ليس صوتيًا.',
        not_admitted: 'هذا التطبيق غير مُعدّ لتنزيل الصوت من هذا الخادم.',
        no_answer: 'لم يرسل الخادم التسجيل.',
      },
    },
    search: {
      field: 'البحث في كل النصوص',
      placeholder: 'كلمات أو «عبارة» أو ٢:٢٥٥',
      only: 'البحث في',
      all: 'كل النصوص',
      how: 'يشمل البحث ما تم تنزيله من النص العربي والترجمات والتفاسير، دون اتصال أيضًا. استخدم علامتي التنصيص للبحث عن عبارة.',
      nothing: 'لا توجد تنزيلات للبحث فيها بعد.',
      index: 'فهرس البحث',
      building: (part) => `جارٍ إعداد فهرس البحث (${share(part)})، وقد تظهر نتائج أخرى.`,
      failed: 'تعذّر البحث. أعد تحميل الصفحة للمحاولة مرة أخرى.',
      found: (total, text, partial) => {
        const quoted = `«\u2068${text}\u2069»`
        if (total === 0) return partial ? `لا نتائج بعد عن ${quoted}.` : `لا توجد نتائج عن ${quoted}.`
        const hits = count(total, {
          one: 'نتيجة واحدة',
          two: 'نتيجتان',
          few: '# نتائج',
          many: '# نتيجة',
          other: '# نتيجة',
        })
        return partial ? `${hits} حتى الآن عن ${quoted}` : `${hits} عن ${quoted}`
      },
      onlyPlace: (text) => `لا ترد عبارة «\u2068${text}\u2069» في النصوص نفسها.`,
      more: 'عرض المزيد',
      places: 'الانتقال إلى',
      noVerse: (chapter, verses) =>
        `آيات ${chapter}: ${count(verses, { one: 'آية واحدة', two: 'آيتان', few: '# آيات', many: '# آية', other: '# آية' })}.`,
      noChapter: (chapters) =>
        `عدد السور ${count(chapters, { one: 'سورة واحدة', two: 'سورتان', few: '# سور', many: '# سورة', other: '# سورة' })}.`,
    },
  }
}
