import type { ErrorCode } from '@waraq/protocol'
import type { ScheduleReason, StorageStatus } from 'waraq'
import { arReading } from './ar-reading.ts'
import type { Words } from './en.ts'
import { figuresOf, type PluralForms } from './figures.ts'

/** Arabic, with Arabic digits. */

const figures = figuresOf('ar-u-nu-arab', { justNow: 'الآن', soon: 'خلال أقل من دقيقة' })
const { bytes, count, relativeTime, number } = figures

const verseForms: PluralForms = {
  zero: 'لا آيات',
  one: 'آية واحدة',
  two: 'آيتان',
  few: '# آيات',
  many: '# آية',
  other: '# آية',
}
const rowForms: PluralForms = {
  zero: 'لا سجلات',
  one: 'سجل واحد',
  two: 'سجلان',
  few: '# سجلات',
  many: '# سجلًا',
  other: '# سجل',
}
const textForms: PluralForms = {
  one: 'نص واحد',
  two: 'نصين',
  few: '# نصوص',
  many: '# نصًا',
  other: '# نص',
}
const tryForms: PluralForms = {
  one: 'محاولة واحدة فاشلة',
  two: 'محاولتين فاشلتين',
  few: '# محاولات فاشلة',
  many: '# محاولة فاشلة',
  other: '# محاولة فاشلة',
}

const places = { makkah: 'مكية', madinah: 'مدنية' }
const verses = (value: number) => count(value, verseForms)

function soon(time: number, now: number): string {
  return time <= now ? 'الآن' : relativeTime(time, now)
}

const reasons: Readonly<Record<ScheduleReason, string>> = {
  interval: 'وفق الموعد المعتاد',
  retry: 'فشلت المزامنة الأخيرة',
  offline: 'لا يوجد اتصال، وقبل ذلك إذا عاد',
  online: 'عاد الاتصال',
  slept: 'كان الجهاز في وضع السكون',
  service_asked: 'طلبت الخدمة الانتظار',
  budget: 'انقطعت المزامنة الأخيرة',
  asked: 'هناك محتوى جديد للتنزيل',
  data_saver: 'توفير البيانات مفعّل',
  rate_budget: 'تكررت المزامنة كثيرًا مؤخرًا',
  in_progress: 'هناك مزامنة جارية',
  never_synced: 'لم تتم أي مزامنة بعد',
  nothing_subscribed: 'لا توجد تنزيلات',
  needs_help: 'يلزم إجراء منك أولًا',
  paused: 'التنزيل متوقف مؤقتًا',
}

const withdrawals: Readonly<Record<string, string>> = {
  deleted: 'أُزيل من المجموعة',
  absent_from_bootstrap: 'لم يعد مُدرجًا',
  snapshot_not_found: 'لا يوجد ما يمكن تنزيله',
  license_withdrawn: 'سُحبت رخصته',
}

const groups: Readonly<Record<string, string>> = {
  articles: 'مقالة',
  chapter_recitations: 'تلاوة بالسور',
  mushafs: 'مصحف',
  quran_core: 'النص العربي بالآيات',
  recitations: 'تلاوة',
  tafsirs: 'تفسير',
  translations: 'ترجمة',
  word_by_word_translations: 'كلمة بكلمة',
  word_by_word_transliterations: 'نقحرة',
}

const storageStates: Readonly<Record<StorageStatus['state'], string>> = {
  ok: 'مساحة كافية',
  tight: 'مساحة قليلة',
  full: 'نفدت المساحة',
  evicted: 'حذفها المتصفح',
  memory: 'لا يُحفظ شيء',
  unknown: 'مساحة غير معروفة',
}

const mayDelete =
  'قد يحذف المتصفح تنزيلاتك عند الحاجة إلى مساحة. ثبّت هذا الموقع أو اسمح له بالتخزين الدائم للاحتفاظ بها.'

const storageWhy: Readonly<Record<StorageStatus['state'], string>> = {
  ok: `المساحة كافية. ${mayDelete}`,
  tight: 'قد لا تتسع المساحة المتبقية لتنزيلاتك. يُفضَّل إخلاء بعض المساحة.',
  full: 'لا يسمح المتصفح لهذا الموقع بتخزين المزيد. تنزيلاتك ما زالت موجودة. أخلِ بعض المساحة أو احذف نصوصًا لا تحتاج إليها.',
  evicted: 'حذف المتصفح ما كان محفوظًا لهذا الموقع. زامِن لتنزيله من جديد.',
  memory:
    'لا يسمح المتصفح لهذا الموقع بحفظ البيانات، كما في نوافذ التصفح الخاص. ستُحذف تنزيلاتك عند إغلاق الصفحة. غادر نافذة التصفح الخاص أو اسمح للموقع بحفظ البيانات.',
  unknown: `لا يذكر المتصفح المساحة المتاحة. ${mayDelete}`,
}

/** If the browser has agreed to keep what is stored. */
const storageWhyKept: Readonly<Partial<Record<StorageStatus['state'], string>>> = {
  ok: 'المساحة كافية، والمتصفح يحتفظ بتنزيلاتك.',
  unknown: 'لا يذكر المتصفح المساحة المتاحة، لكنه يحتفظ بتنزيلاتك.',
}

/** What happened and what to do, by the engine's code. */
const problems: Readonly<Partial<Record<ErrorCode, string>>> = {
  network: 'الخدمة لا تستجيب. تحقق من اتصالك.',
  timeout: 'استغرق الطلب وقتًا طويلًا. حاول مرة أخرى.',
  token_unavailable: 'تعذّر الوصول إلى الخدمة. حاول لاحقًا.',
  unauthorized: 'رفضت الخدمة الوصول. حاول لاحقًا.',
  proxy_refused: 'رفض الخادم الوصول. سجّل الدخول من جديد أو تواصل مع مسؤول الموقع.',
  forbidden: 'لا تسمح الخدمة بهذا المحتوى هنا. تواصل مع مسؤول الموقع.',
  rate_limited: 'طلبات كثيرة جدًا. ستتم إعادة المحاولة تلقائيًا.',
  service_failed: 'حدث خطأ في الخدمة. ستتم إعادة المحاولة تلقائيًا.',
  not_json: 'أرسلت الخدمة ردًا غير صالح. ستتم إعادة المحاولة تلقائيًا.',
  invalid_response: 'أرسلت الخدمة ردًا غير صالح. ستتم إعادة المحاولة تلقائيًا.',
  cached_answer: 'وصل رد قديم. ستتم إعادة المحاولة تلقائيًا.',
  truncated_body: 'انقطع التنزيل. ستتم إعادة المحاولة تلقائيًا.',
  stale_snapshot: 'وصلت نسخة قديمة. ستتم إعادة المحاولة تلقائيًا.',
  wrong_snapshot: 'أرسلت الخدمة نصًا غير المطلوب. ستتم إعادة المحاولة تلقائيًا.',
  snapshot_not_found: 'غير متاح للتنزيل حاليًا.',
  snapshot_too_large: 'حجم التنزيل أكبر من المسموح. تواصل مع مسؤول الموقع.',
  feed_inconsistent: 'قائمة التحديثات غير متسقة. ستتم إعادة المحاولة تلقائيًا.',
  feed_loop: 'قائمة التحديثات غير صالحة. حاول لاحقًا.',
  feed_too_large: 'التحديثات كثيرة جدًا. سيُعاد تنزيل نصوصك كاملة.',
  feed_went_back: 'وصلت قائمة تحديثات قديمة. ستتم إعادة المحاولة تلقائيًا.',
  content_stale: 'لم يتم التحقق من هذا النص منذ أكثر من سبعة أيام. اتصل بالإنترنت لعرضه من جديد.',
  resync_loop: 'تطلب الخدمة البدء من جديد مرارًا. حاول لاحقًا.',
  foreign_address: 'أشارت الخدمة إلى عنوان غير معروف، وتم حظره.',
  invalid_resources: 'لا تعرف الخدمة هذا النص.',
  not_listed: 'لا تقدّم الخدمة هذا النص.',
  file_mismatch: 'الملف الذي تم تنزيله غير صالح. حاول لاحقًا.',
  file_unusable: 'تعذّر استخدام الملف الذي تم تنزيله. حاول لاحقًا.',
  font_refused: 'تعذّر على المتصفح استخدام الخط الذي تم تنزيله.',
  quota_exceeded: 'المساحة غير كافية. أخلِ بعض المساحة أو احذف نصوصًا لا تحتاج إليها.',
  storage_blocked: 'المكتبة مفتوحة في علامة تبويب أخرى. أغلق علامات التبويب الأخرى ثم حاول مرة أخرى.',
  storage_failed: 'تعذّر استخدام التخزين على هذا الجهاز. أعد تحميل الصفحة.',
  storage_lost: 'أغلق المتصفح التخزين. أعد تحميل الصفحة.',
  storage_unavailable: 'التخزين غير متاح. اسمح لهذا الموقع بحفظ البيانات ثم أعد تحميل الصفحة.',
  newer_format: 'إصدار أحدث من هذا التطبيق يستخدم المكتبة. أعد تحميل الصفحة.',
  worker_lost: 'انقطعت المزامنة. تنزيلاتك محفوظة؛ حاول مرة أخرى.',
  worker_failed: 'تعذّر بدء المزامنة. أعد تحميل الصفحة.',
  resource_damaged: 'تلف جزء من نص على هذا الجهاز، وسيُعاد تنزيله.',
  budget_spent: 'انقطعت المزامنة وستُستأنف لاحقًا.',
  set_overtaken: 'انقطعت المزامنة وستُستأنف لاحقًا.',
  subscription_changed: 'انقطعت المزامنة وستُستأنف لاحقًا.',
  writer_superseded: 'انقطعت المزامنة وستُستأنف لاحقًا.',
}

const nothingDownloaded = 'لا توجد تنزيلات بعد.'

export const ar: Words = {
  figures,
  name: 'ورق',
  home: 'ورق، الصفحة الرئيسية',
  skip: 'الانتقال إلى المحتوى',
  reload: 'إعادة التحميل',
  openingPage: 'جارٍ الفتح…',
  notLoaded: 'تعذّر فتح هذه الصفحة. أعد التحميل للمحاولة مرة أخرى.',
  opensOnline: 'هذا ليس على جهازك بعد، وأنت غير متصل. سيُفتح حين يعود الاتصال.',
  retry: 'إعادة المحاولة',
  later: 'لاحقًا',
  hide: 'إخفاء',
  undo: 'تراجع',
  title: (page) => `${page} – ورق`,
  credits:
    'محتوى تجريبي: النص والترجمات من quran-json (رخصة CC BY-SA 4.0). مواضع الأجزاء من quran-meta (رخصة MIT). الخطان شهرزاد الجديد ونوتو (رخصة OFL).',
  noConfig: 'تعذّر تحميل إعدادات التطبيق. تحقق من اتصالك ثم أعد تحميل الصفحة.',

  navigation: {
    label: 'التنقل الرئيسي',
    read: 'القراءة',
    library: 'المكتبة',
    search: 'البحث',
    saved: 'المحفوظات',
    more: 'المزيد',
    account: 'الحساب',
    storage: 'التخزين',
    settings: 'الإعدادات',
  },

  knownProblem: (code) => problems[code as ErrorCode] ?? null,
  problem: (code) =>
    problems[code as ErrorCode] ??
    `حدث خطأ ما (\u2068${code}\u2069). حاول مرة أخرى، وإن لم ينفع فأعد تحميل الصفحة.`,

  unknown: {
    title: 'الصفحة غير موجودة',
    text: (address) => `لا يوجد شيء في العنوان «\u2068${address}\u2069». ربما كُتب العنوان خطأً أو أصبح قديمًا.`,
    home: 'الانتقال إلى الصفحة الرئيسية',
  },

  welcome: {
    title: 'القرآن على جهازك، مع الاتصال ودونه',
    text: 'يتيح لك ورق تنزيل النص العربي والترجمات التي تختارها، ويحدّثها باستمرار. ابدأ باختيار الترجمات.',
    choose: 'اختيار الترجمات',
    download: 'تنزيل',
    show: 'عرض',
    others: 'ترجمات أخرى',
    withArabic: (language, size) => `${language} · ${size} مع النص العربي`,
    alone: (language, size) => `${language} · ${size}`,
    arabicOnly: 'العربية فقط',
  },

  sync: {
    region: 'المزامنة',
    now: 'مزامنة الآن',
    running: 'جارٍ',
    resume: 'استئناف',
    states: {
      opening: 'جارٍ الفتح',
      empty: 'لا توجد تنزيلات بعد',
      syncing: 'جارٍ المزامنة',
      offline: 'دون اتصال',
      problem: 'مشكلة في المزامنة',
      waiting: 'لم يكتمل التنزيل',
      paused: 'متوقف مؤقتًا',
      stale: 'غير محدَّث',
      current: 'محدَّث',
    },
    paused: 'التنزيل متوقف مؤقتًا',
    opening: 'جارٍ فتح المكتبة…',
    noEngine: 'المزامنة غير متاحة حاليًا',
    readOnly: 'للقراءة فقط: إصدار أحدث من هذا التطبيق يستخدم المكتبة',
    empty: nothingDownloaded,
    here: 'جارٍ المزامنة…',
    elsewhere: 'جارٍ المزامنة في علامة تبويب أخرى أو في الخلفية…',
    asking: 'جارٍ بدء المزامنة…',
    fromDevice: 'تُعرض تنزيلاتك',
    tryingAgain: 'جارٍ إعادة المحاولة…',
    incomplete: 'لم تكتمل بعض التنزيلات بعد',
    noRoom: 'المساحة لا تكفي لكل التنزيلات',
    synced: (time, now) => `آخر مزامنة ${relativeTime(time, now)}`,
    stale: (time, now) => `غير محدَّث: آخر مزامنة ${relativeTime(time, now)}`,
    syncedAside: (time, now) => `آخر مزامنة ${relativeTime(time, now)}`,
    staleAside: (time, now) => `غير محدَّث، آخر مزامنة ${relativeTime(time, now)}`,
    checking: 'جارٍ البحث عن تحديثات',
    downloading: (done, total) => `جارٍ التنزيل: ${number(done)} من ${count(total, textForms)}`,
    saving: 'جارٍ الحفظ',
    next: (time, now, reason, failures) => {
      if (reason === 'in_progress') return 'هناك مزامنة جارية، وإن أُغلقت علامة تبويبها بدأت أخرى على الفور'
      const label = failures > 0 ? 'المحاولة التالية' : 'المزامنة التالية'
      const tries = failures > 1 ? ` بعد ${count(failures, tryForms)}` : ''
      const why = reason === 'interval' ? '' : `: ${reasons[reason]}`
      return `${label} ${soon(time, now)}${tries}${why}`
    },
    noNext: (reason) => `لا توجد مزامنة تلقائية: ${reasons[reason]}`,
    refused: (reason, time, now) =>
      time === null
        ? `ليس الآن: ${reasons[reason]}`
        : `ليس الآن: ${reasons[reason]}. أعد المحاولة ${soon(time, now)}.`,
    failed: (code) =>
      problems[code as ErrorCode] ??
      `فشلت المزامنة الأخيرة (\u2068${code}\u2069). حاول مرة أخرى، وإن لم ينفع فأعد تحميل الصفحة.`,
    unknownTrouble: 'فشلت المزامنة لسبب غير معروف. أعد تحميل الصفحة.',
  },

  notices: {
    region: 'الإشعارات',
    slow: {
      title: 'يستغرق فتح المكتبة وقتًا أطول من المعتاد',
      text: 'ربما تستخدمها علامة تبويب أخرى. ستظهر تنزيلاتك حالما تُفتح.',
    },
    closed: { title: 'تعذّر فتح المكتبة' },
    stopped: {
      title: 'توقفت المزامنة',
      text: 'تعذّر بدء المزامنة. لا يزال بإمكانك قراءة تنزيلاتك. حاول مرة أخرى أو أعد تحميل الصفحة.',
    },
    restarting: {
      title: 'جارٍ إعادة تشغيل المزامنة',
      text: 'انقطعت المزامنة. يمكنك متابعة القراءة.',
    },
    newerFormat: {
      title: 'إصدار أحدث من هذا التطبيق يستخدم المكتبة',
      text: 'يمكنك قراءة تنزيلاتك دون تغييرها. أعد التحميل للحصول على الإصدار الأحدث.',
    },
    evicted: {
      title: 'حُذفت تنزيلاتك',
      text: 'حذفها المتصفح أو علامة تبويب أخرى. سيُعاد تنزيلها حالما يتوفر الاتصال.',
    },
    memory: { title: 'لا يحفظ هذا المتصفح بيانات هذا الموقع' },
    full: { title: 'المساحة غير كافية' },
    refused: { title: 'التحديثات لا تصل' },
    notNow: 'تعذّرت المزامنة الآن',
    failed: 'حدث خطأ ما',
    offlineEmpty: {
      title: 'أنت غير متصل',
      text: 'لا توجد تنزيلات بعد. سيتم تنزيل ما تختاره من المكتبة حالما يتوفر الاتصال.',
    },
    update: { title: 'يتوفر إصدار جديد', text: 'أعد تحميل الصفحة للتحديث.' },
  },

  library: {
    title: 'المكتبة',
    choose: 'اختر ما تريد تنزيله. يتم التنزيل في الخلفية، وتمكنك القراءة دون اتصال.',
    unlisted: (group, id) => [groups[group] ?? 'نص', ...(id === null ? [] : [number(id)])].join(' '),
    arabic: 'النص العربي',
    arabicAbout: 'يُنزَّل مع أول ترجمة',
    mushaf: 'المصحف',
    mushafAbout: 'النص العربي صفحةً صفحة كما يُطبع، وتحتاج إليه قراءة كلمة بكلمة أيضًا',
    stays: 'تحتاج إليه تنزيلاتك الأخرى',
    total: (texts, size) =>
      texts === 0 ? nothingDownloaded : `تم تنزيل ${count(texts, textForms)} · ${bytes(size)}`,
    kinds: {
      mushafs: 'النص العربي والمصاحف',
      translations: 'الترجمات',
      tafsirs: 'التفاسير',
      words: 'كلمة بكلمة',
      recitations: 'التلاوات',
      articles: 'المقالات',
      others: 'غير ذلك',
    },
    search: 'البحث في المكتبة بالاسم أو المؤلف',
    placeholder: 'الاسم أو المؤلف',
    language: 'اللغة',
    allLanguages: 'كل اللغات',
    show: 'عرض',
    shows: { all: 'الكل', kept: 'التنزيلات' },
    none: 'لا شيء في المكتبة يطابق هذا البحث.',
    nothingKept: nothingDownloaded,
    about: (size) => `نحو ${bytes(size)}`,
    recited: { recitations: 'آية بآية', chapter_recitations: 'سور كاملة' },
    withoutSound: 'يُنزَّل الصوت لكل سورة على حدة',
    unoffered: 'غير متاح حاليًا',
    arrived: (names) => `تم التنزيل: ${names}`,
    pause: 'إيقاف التنزيل مؤقتًا',
    resume: 'استئناف التنزيل',
    paused: 'التنزيل متوقف مؤقتًا. لن تفقد ما تم تنزيله.',
  },

  resource: {
    waiting: 'في قائمة الانتظار',
    nextSync: 'في انتظار المزامنة التالية',
    offline: 'في انتظار الاتصال',
    needed: (problem) => `لم يتم التنزيل بعد. ${problem}`,
    cutShort: 'متوقف مؤقتًا، ويُستأنف مع المزامنة التالية',
    downloading: (share) => (share === null ? 'جارٍ التنزيل' : `جارٍ التنزيل · ${figures.share(share)}`),
    downloadingAgain: (share) =>
      `انقطع التنزيل، ويجري من البداية${share === null ? '' : ` · ${figures.share(share)}`}`,
    paused: 'متوقف مؤقتًا',
    mending: 'جارٍ إعادة التنزيل',
    saving: 'جارٍ الحفظ',
    unavailable: (reason) =>
      `لم يعد متاحًا${reason === null ? '' : ` (${withdrawals[reason] ?? `\u2068${reason.replaceAll('_', ' ')}\u2069`})`}`,
    damaged: 'تلف جزء منه على هذا الجهاز، وسيُصلَح مع المزامنة التالية',
    here: 'تم التنزيل',
    read: 'اقرأ الآن',
    readNamed: (name) => `اقرأ الآن: ${name}`,
    inMemory: 'متاح حتى إغلاق الصفحة',
    updateNeeded: 'لم يُنزَّل التحديث بعد',
    refresh: (time, now) =>
      time <= now ? 'التحديث في انتظار المزامنة التالية' : `التحديث نحو الساعة ${figures.timeOfDay(time)}`,
    stale: (time, now) => `غير محدَّث: آخر تحقق ${relativeTime(time, now)}`,
    verses,
  },

  storage: {
    title: 'التخزين',
    site: 'على هذا الجهاز',
    used: 'المساحة المستخدمة',
    available: 'المساحة المتاحة',
    estimate: (value) => `نحو ${bytes(value)}`,
    estimated: 'الأحجام تقديرية حسب المتصفح.',
    kept: 'الحماية من الحذف',
    persisted: { yes: 'نعم', no: 'لا', unknown: 'غير معروف' },
    askForPersistence: 'ثبّت هذا الموقع أو اسمح له بالتخزين الدائم حتى لا يحذف المتصفح تنزيلاتك.',
    states: storageStates,
    ask: 'حماية التنزيلات',
    refused: 'لم يوافق المتصفح. ثبّت الموقع أو أكثر من استخدامه ثم حاول مرة أخرى.',
    texts: 'النصوص المنزَّلة',
    recordings: 'التلاوات المنزَّلة',
    recitation: (kind) => `قائمة التسجيلات دون الصوت · ${kind}`,
    audio: (kind) => `الصوت · ${kind}`,
    noRecordings: 'لا توجد تلاوات منزَّلة بعد. في كل سورة زر لتنزيل تلاوتها.',
    compressed: 'قد تشغل النصوص مساحة أقل مما يظهر هنا. وقد تتأخر بعض المتصفحات في إخلاء المساحة بعد الحذف.',
    unread: 'لم يُفتح بعد',
    lastRead: (time) => `آخر قراءة ${figures.day(time)}`,
    goesFirst: 'يُحذف أولًا إذا نفدت المساحة',
    remove: 'حذف',
    removeNamed: (name) => `حذف ${name}`,
    removed: (name) => `تم الحذف: ${name}`,
    why: (state, persisted) => (persisted === true ? storageWhyKept[state] : undefined) ?? storageWhy[state],
  },

  chapters: {
    title: 'السور',
    search: 'البحث عن سورة أو موضع',
    placeholder: 'اسم سورة أو ٢:٢٥٥ أو جزء ٣٠…',
    none: (query) => `لا توجد سورة باسم «${query}».`,
    // Arabic readers know the meaning of a chapter's name.
    about: (_meaning, total, place) => [verses(total), ...(place ? [places[place]] : [])].join(' · '),
    loading: 'جارٍ تحميل الترجمات والسور…',
    notLoaded: (problem) => `تعذّر تحميل الترجمات والسور. ${problem}`,
  },

  chapter: {
    ordinal: (chapter) => `السورة ${number(chapter)}`,
    facts: (chapter, _meaning, total, place) =>
      [`السورة ${number(chapter)}`, verses(total), ...(place ? [places[place]] : [])].join(' · '),
    back: 'رجوع',
    all: 'كل السور',
    others: 'سور أخرى',
    opening: 'جارٍ فتح السورة…',
    onItsWay: 'جارٍ تنزيل هذه السورة…',
    notHere: 'لم يتم تنزيل هذه السورة بعد. وهي في انتظار المزامنة التالية.',
    offline: 'لم يتم تنزيل هذه السورة بعد. في انتظار الاتصال.',
    empty: nothingDownloaded,
    unreadable: 'تعذّرت قراءة المكتبة. أعد تحميل الصفحة.',
    verse: (key) => `الآية ${key}`,
    footnote: (mark) => `الحاشية ${mark}`,
  },

  read: {
    title: 'القراءة',
    continue: 'متابعة القراءة',
    recent: 'المواضع الأخيرة',
    at: (place, time) => `${place} · ${time}`,
    kinds: 'التصفح حسب',
    chapters: 'السور',
    juzs: 'الأجزاء',
    pages: 'الصفحات',
    juz: (juz) => `الجزء ${number(juz)}`,
    page: (page) => `الصفحة ${number(page)}`,
    spread: (first, last) =>
      first === last ? `الصفحة ${number(first)}` : `الصفحتان ${number(first)} و${number(last)}`,
    verse: (chapter, verse) => `${chapter}، الآية ${number(verse)}`,
    verses: (chapter, from, to) =>
      to === from + 1
        ? `${chapter}، الآيتان ${number(from)} و${number(to)}`
        : `${chapter}، الآيات من ${number(from)} إلى ${number(to)}`,
    hizb: (hizb) => `الحزب ${number(hizb)}`,
    rub_el_hizb: (rub) => `ربع الحزب ${number(rub)}`,
    ruku: (ruku) => `الركوع ${number(ruku)}`,
    manzil: (manzil) => `المنزل ${number(manzil)}`,
    mark: (kind, value) => {
      if (kind === 'sajdah' || value === null) return 'سجدة'
      if (kind === 'rub_el_hizb')
        return `${['', 'ربع', 'نصف', 'ثلاثة أرباع'][(value - 1) % 4]} الحزب ${number(Math.ceil(value / 4))}`
      return `${{ juz: 'الجزء', hizb: 'الحزب', ruku: 'الركوع' }[kind]} ${number(value)}`
    },
    jump: 'الانتقال إلى موضع آخر',
    pageNumber: 'رقم الصفحة',
    go: 'انتقال',
    begins: (chapter, verse) => `يبدأ من ${chapter}، الآية ${number(verse)}`,
  },

  panel: {
    title: 'للمطوّرين',
    about: 'ما يفعله محرّك المزامنة.',
    none: 'لا شيء',
    never: 'لم يحدث',
    next: 'التالي',
    role: 'هذا التبويب',
    roles: { writer: 'يكتب', follower: 'يتبع تبويبًا آخر', idle: 'خامل' },
    commits: 'عمليات التثبيت',
    store: 'المخزن',
    stores: { indexeddb: 'قاعدة IndexedDB', memory: 'الذاكرة' },
    now: 'الآن',
    rest: 'لا توجد عملية جارية.',
    mode: 'النمط',
    modes: { bootstrap: 'تأسيس', incremental: 'تزايدي' },
    phases: {
      opening: 'الفتح',
      paging: 'قراءة الصفحات',
      planning: 'التخطيط',
      fetching: 'الجلب',
      committing: 'التثبيت',
      settled: 'انتهت',
    },
    resourcePhases: {
      waiting: 'في الانتظار',
      downloading: 'يُجلب',
      writing: 'يُكتب',
      committing: 'وصل',
      done: 'تم',
      unavailable: 'غير متاح',
      needed: 'لم يصل بعد',
    },
    rows: (value) => count(value, rowForms),
    pages: 'الصفحات',
    mutations: 'التغييرات',
    snapshots: 'النسخ',
    of: (done, total) => `${number(done)} من ${number(total)}`,
    received: (received, whole) => `${bytes(received)} من ${bytes(whole)}`,
    subscriptions: 'الاشتراكات',
    sequence: 'محدَّث عند التسلسل',
    resources: 'الموارد',
    currentAt: 'آخر تحديث',
    retryAt: 'المحاولة التالية',
    emptyGroups: 'مجموعات بلا موارد',
    inProgress: 'بدأت مجموعة صفحات',
    stale: 'غير محدَّث',
    fetchAgain: 'إعادة الجلب',
    fetchAgainNamed: (filter) => `إعادة الجلب: ${filter}`,
    timeline: 'المسار الزمني',
    noRuns: 'لم تُرَ أي عملية منذ فتح هذه الصفحة.',
    unseen: 'مرّت دون أن تُرى',
    asSeen: 'بقدر ما رُئي',
    running: 'جارية',
    ended: 'انتهت',
    elsewhere: 'في تبويب آخر',
    nextTry: (time) => `المحاولة التالية عند ${figures.clock(time)}`,
    outcomes: { current: 'محدَّث', partial: 'جزئي', interrupted: 'مؤجَّل', failed: 'فشل' },
    sandbox: 'الخدمة التجريبية',
    sandboxAbout:
      'الخدمة هنا تجريبية على هذا الجهاز. هذه الأزرار تغيّرها أو تجعلها تفشل، وتُظهر المزامنة التالية كيف يتصرف المحرّك.',
    faults: {
      snapshot503: 'خطأ 503 عند النسخة التالية',
      cutBody: 'اقطع النسخة التالية في وسطها',
      wait7Seconds: 'خطأ 429 لسبع ثوانٍ',
      expireTokens: 'أنهِ صلاحية الأذون',
      compactLog: 'اضغط السجل',
      clearFaults: 'أزل الأعطال',
      correct: 'صحّح آية',
      withdraw: 'اسحب ترجمة',
      restore: 'أعدها',
    },
    corrected: (time) => `صُحّح عند ${time}`,
    done: (name, sequence) =>
      sequence === null ? `تم: ${name}` : `تم: ${name} · التسلسل ${number(sequence)}`,
    refused: (name, message) => `لم يتم: ${name}. ${message}`,
  },

  more: {
    title: 'المزيد',
    account: 'تسجيل الدخول والتغييرات في انتظار المزامنة',
    storage: 'تنزيلاتك والمساحة التي تشغلها',
    settings: 'اللغة والمظهر وحجم النص',
  },

  settings: {
    title: 'الإعدادات',
    language: 'اللغة',
    theme: 'المظهر',
    themes: { system: 'حسب الجهاز', light: 'فاتح', sepia: 'بني دافئ', dark: 'داكن' },
    textSize: 'حجم النص',
    arabicSize: 'النص العربي',
    translationSize: 'الترجمات',
    sizes: (share) => figures.share(share),
    sample: 'In the name of Allah, the Entirely Merciful, the Especially Merciful.',
    translations: 'الترجمات جنبًا إلى جنب',
    translationsHint: 'اختر من تنزيلاتك. تظهر الترجمات تحت كل آية.',
    noTranslations: 'لا توجد ترجمات منزَّلة بعد.',
    developers: 'للمطوّرين',
    developersAbout: 'ما يفعله محرّك المزامنة',
    kept: 'تُحفظ الإعدادات في هذا المتصفح.',
  },

  reading: arReading(figures),
}
