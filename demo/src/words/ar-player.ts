import type { PlayerWords } from './en-player.ts'
import type { Figures } from './figures.ts'

/** Arabic: the player. Loaded with it. */
export function arPlayer({ number, count }: Figures): PlayerWords {
  return {
    region: 'المشغّل',
    previous: 'الآية السابقة',
    next: 'الآية التالية',
    play: 'تشغيل',
    pause: 'إيقاف مؤقت',
    options: 'خيارات التشغيل',
    title: 'التشغيل',
    close: 'إغلاق المشغّل',
    closeOptions: 'إغلاق',
    reciter: 'القارئ',
    position: 'موضع التشغيل',
    loading: 'جارٍ التحميل…',
    follow: 'التمرير مع التلاوة',
    playsOn: 'المتابعة إلى السورة التالية',
    speed: 'السرعة',
    times: (value) => `${number(value)}×`,
    repeat: 'التكرار',
    repeats: { nothing: 'بلا تكرار', verse: 'هذه الآية', chapter: 'السورة' },
    range: (from, to) => (from === to ? `الآية ${number(from)}` : `الآيات ${number(from)}–${number(to)}`),
    noVerses: 'لا يحدد هذا التسجيل متى تبدأ آياته.',
    howOften: 'عدد مرات التشغيل',
    endless: 'بلا توقف',
    sleep: 'مؤقت النوم',
    sleepOff: 'متوقف',
    minutes: (value) =>
      count(value, {
        one: 'دقيقة واحدة',
        two: 'دقيقتان',
        few: '# دقائق',
        many: '# دقيقة',
        other: '# دقيقة',
      }),
    chapterEnd: 'نهاية السورة',
    sleepsIn: (left) => `يتوقف بعد ${left}`,
    from: { device: 'تشغيل من تنزيلاتك', network: 'بث عبر الإنترنت' },
    notFound: (verse) =>
      `لا يحدّد هذا التسجيل موضع بداية الآية ${number(verse)}، لذا يبدأ التشغيل من أول السورة.`,
    problems: {
      not_set_up: 'الصوت غير مُعدّ في هذا التطبيق.',
      nothing_here: 'ليس في هذه التلاوة تسجيل لهذه السورة.',
      not_admitted: (host) => `هذا التطبيق غير مُعدّ لتشغيل الصوت من \u2068${host}\u2069.`,
      unplayable: (host) => `تعذّر تشغيل هذا التسجيل: لم يرسله \u2068${host}\u2069. يمكنك متابعة القراءة.`,
      unplayable_here: 'تعذّر على هذا المتصفح تشغيل التسجيل المنزَّل.',
      not_here: 'لم يتم تنزيل هذا التسجيل، وأنت غير متصل. يمكنك متابعة القراءة.',
      press_play: 'جاهز. اضغط على تشغيل للبدء.',
    },
  }
}
