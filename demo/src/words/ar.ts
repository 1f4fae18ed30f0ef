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
const pageForms: PluralForms = {
  one: 'صفحة واحدة',
  two: 'صفحتان',
  few: '# صفحات',
  many: '# صفحة',
  other: '# صفحة',
}
const textForms: PluralForms = {
  one: 'نص واحد',
  two: 'نصين',
  few: '# نصوص',
  many: '# نصًا',
  other: '# نص',
}
const hereForms: PluralForms = {
  zero: 'لا نصوص',
  one: 'نص واحد',
  two: 'نصان',
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
  interval: 'كل ساعة تقريبًا',
  retry: 'فشلت المحاولة الأخيرة',
  offline: 'لا يوجد اتصال؛ وقبل ذلك إذا عاد',
  online: 'عاد الاتصال',
  slept: 'كان الجهاز نائمًا',
  service_asked: 'طلبت الخدمة الانتظار إلى ذلك الحين',
  budget: 'انقطعت المزامنة الأخيرة وستُستأنف',
  asked: 'هناك جديد يُجلب',
  data_saver: 'هذا الجهاز يوفّر البيانات',
  rate_budget: 'كثرت المزامنات في الآونة الأخيرة',
  under_way: 'هناك مزامنة جارية',
  never_synced: 'لم تتم أي مزامنة بعد',
  nothing_subscribed: 'لم يُحفظ شيء',
  needs_help: 'يلزم إجراء منك أولًا',
  paused: 'المزامنة متوقفة مؤقتًا',
}

const withdrawals: Readonly<Record<string, string>> = {
  deleted: 'أُخرج من المجموعة',
  absent_from_bootstrap: 'لم يعد مُدرَجًا',
  snapshot_not_found: 'لا نسخة منه للجلب',
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
  ok: 'هناك متسع',
  tight: 'بقيت مساحة قليلة',
  full: 'لم تبق مساحة',
  evicted: 'مسحه المتصفح',
  memory: 'لا يُخزَّن شيء',
  unknown: 'المساحة غير معروفة',
}

const storageWhy: Readonly<Record<StorageStatus['state'], string>> = {
  ok: 'هناك متسع. إن لم يعد المتصفح بالاحتفاظ بما خُزِّن فقد يمسحه عند الحاجة إلى مساحة؛ ثبّت الموقع أو اسمح له بالتخزين الدائم.',
  tight: 'المساحة الباقية قليلة وقد لا تتسع لما تريد. أفرغ مساحة لتطمئن.',
  full: 'رفض المتصفح تخزين المزيد، وما خُزِّن من قبل ما زال هنا. أفرغ مساحة أو احذف بعض ما حفظته.',
  evicted: 'مسح المتصفح ما كان مخزَّنًا لهذا الموقع. زامن لاستعادته.',
  memory:
    'لا يسمح المتصفح لهذا الموقع بالتخزين، كما في النوافذ الخاصة، أو أن تخزينه معطّل. ما تمت مزامنته يزول بإغلاق الصفحة. غادر النافذة الخاصة أو اسمح للموقع بالتخزين.',
  unknown: 'لا يذكر المتصفح المساحة المتاحة، وقد يمسح ما خُزِّن. ثبّت الموقع للاحتفاظ به.',
}

/** What happened and what to do, by the engine's code. */
const problems: Readonly<Partial<Record<ErrorCode, string>>> = {
  network: 'لم تُجب الخدمة. تحقق من الاتصال.',
  timeout: 'تأخر الجواب كثيرًا. حاول مرة أخرى.',
  token_unavailable: 'لم يُعطِ المُرحِّل إذنًا بالدخول. حاول مرة أخرى لاحقًا.',
  unauthorized: 'رفضت الخدمة الإذن. حاول مرة أخرى لاحقًا.',
  proxy_refused: 'رفض خادم هذا القارئ الطلب. سجّل الدخول من جديد أو راجع مشغّله.',
  forbidden: 'لا تسمح الخدمة بهذا المحتوى. راجع مشغّل هذا القارئ.',
  rate_limited: 'طلبت الخدمة التمهّل. ستُعاد المحاولة من تلقاء نفسها.',
  service_failed: 'حدث خطأ في الخدمة. ستُعاد المحاولة من تلقاء نفسها.',
  not_json: 'جاء جواب لا يُفهم. ستُعاد المحاولة من تلقاء نفسها.',
  invalid_response: 'جاء جواب لا يُفهم. ستُعاد المحاولة من تلقاء نفسها.',
  cached_answer: 'جاءت نسخة قديمة بدل الجواب. ستُعاد المحاولة من تلقاء نفسها.',
  truncated_body: 'انقطع الجواب قبل تمامه. ستُعاد المحاولة من تلقاء نفسها.',
  stale_snapshot: 'أرسلت الخدمة نسخة قديمة. ستُطلب من جديد.',
  wrong_snapshot: 'أرسلت الخدمة نسخة أخرى غير المطلوبة. ستُطلب من جديد.',
  snapshot_not_found: 'لا نسخة منه للجلب حاليًا.',
  feed_inconsistent: 'قائمة التغييرات غير متسقة. ستُعاد المحاولة من تلقاء نفسها.',
  feed_loop: 'قائمة التغييرات لا تنتهي. حاول مرة أخرى لاحقًا.',
  feed_too_large: 'قائمة التغييرات أكبر مما يُقرأ. في المحاولة التالية ستُجلب النصوص كاملة.',
  snapshot_too_large: 'جاءت نسخة أكبر مما يُقرأ. راجع مشغّل الخدمة.',
  feed_went_back: 'عادت قائمة التغييرات إلى الوراء. ستُعاد المحاولة من تلقاء نفسها.',
  content_stale: 'لم تؤكد أي مزامنة هذا النص منذ أكثر من سبعة أيام، فلن يُعرض حتى تؤكده.',
  resync_loop: 'تطلب الخدمة البدء من جديد مرة بعد مرة. حاول لاحقًا.',
  foreign_address: 'أشارت الخدمة إلى عنوان ليس لها، فلم يُتبع.',
  invalid_resources: 'لا تعرف الخدمة ما طُلب منها.',
  quota_exceeded: 'لا تكفي المساحة. أفرغ مساحة أو احذف بعض ما حفظته.',
  storage_blocked: 'المكتبة مشغولة في تبويب آخر. أغلق التبويبات الأخرى ثم حاول مرة أخرى.',
  storage_failed: 'تعذّر استخدام التخزين. أعد تحميل الصفحة.',
  storage_lost: 'قطع المتصفح الاتصال بالتخزين. أعد تحميل الصفحة.',
  storage_unavailable: 'التخزين غير متاح. اسمح لهذا الموقع بالتخزين ثم أعد تحميل الصفحة.',
  newer_format: 'نسخة أحدث من هذا القارئ تدير المكتبة. أعد تحميل الصفحة.',
  worker_lost: 'أُنهي الجزء الذي يقوم بالمزامنة. ما ثُبِّت محفوظ؛ حاول مرة أخرى.',
  worker_failed: 'الجزء الذي يقوم بالمزامنة لا يبدأ. أعد تحميل الصفحة.',
  resource_damaged: 'فُقد جزء من نص على هذا الجهاز؛ سيُجلب من جديد.',
  budget_spent: 'توقفت المزامنة قبل تمامها وستُستأنف.',
}

export const ar: Words = {
  figures,
  name: 'ورق',
  home: 'ورق، الصفحة الأولى',
  skip: 'انتقل إلى المحتوى',
  reload: 'أعد التحميل',
  openingPage: 'جارٍ الفتح…',
  notLoaded: 'تعذّر فتح هذه الصفحة. أعد التحميل للمحاولة مرة أخرى.',
  retry: 'حاول مرة أخرى',
  later: 'لاحقًا',
  hide: 'أخفِ',
  title: (page) => `${page} – ورق`,
  credits:
    'محتوى تجريبي: النص والترجمات من quran-json (رخصة CC BY 4.0). مواضع الأجزاء من quran-meta (رخصة MIT). الخطان أميري ونوتو (رخصة OFL).',
  noConfig: 'تعذّر تحميل إعدادات هذا القارئ. تحقق من الاتصال ثم أعد تحميل الصفحة.',

  navigation: {
    label: 'التنقل الرئيسي',
    read: 'القراءة',
    library: 'المكتبة',
    search: 'البحث',
    saved: 'المحفوظات',
    more: 'المزيد',
    account: 'الحساب',
    storage: 'التخزين',
    sync: 'المزامنة',
    settings: 'الإعدادات',
  },

  problem: (code, message) => problems[code as ErrorCode] ?? message,

  unknown: {
    title: 'لا توجد صفحة كهذه',
    text: (address) =>
      `لم نجد شيئًا عند «\u2068${address}\u2069». لعل في العنوان خطأ، أو لعله أقدم من هذا القارئ.`,
    home: 'إلى البداية',
  },

  welcome: {
    title: 'القرآن على جهازك، بالاتصال وبدونه',
    text: 'يحفظ ورق النص العربي والترجمات التي تختارها في هذا المتصفح، ويجلب ما تغيّر منها مع كل مزامنة. ابدأ باختيار الترجمات.',
    choose: 'اختر الترجمات',
  },

  sync: {
    region: 'المزامنة',
    now: 'زامن الآن',
    running: 'جارٍ',
    resume: 'تابع',
    states: {
      empty: 'لا شيء محفوظ بعد',
      syncing: 'جارٍ المزامنة',
      offline: 'دون اتصال',
      problem: 'حدثت مشكلة',
      waiting: 'لم يكتمل بعد',
      paused: 'متوقفة مؤقتًا',
      stale: 'غير محدَّث',
      current: 'محدَّث',
    },
    paused: 'متوقفة مؤقتًا',
    opening: 'جارٍ فتح المكتبة…',
    noEngine: 'المزامنة غير ممكنة حاليًا',
    readOnly: 'للقراءة فقط: نسخة أحدث تدير هذه المكتبة',
    empty: 'لم يُحفظ شيء على هذا الجهاز بعد.',
    here: 'جارٍ المزامنة…',
    elsewhere: 'تبويب آخر أو الخلفية تقوم بالمزامنة…',
    asking: 'جارٍ طلب المزامنة…',
    fromDevice: 'معروض من هذا الجهاز',
    tryingAgain: 'محاولة أخرى…',
    incomplete: 'لم يصل كل شيء بعد',
    noRoom: 'لا يتسع هذا الجهاز لكل شيء',
    synced: (time, now) => `آخر مزامنة ${relativeTime(time, now)}`,
    stale: (time, now) => `غير محدَّث: آخر مزامنة ${relativeTime(time, now)}`,
    syncedAside: (time, now) => `آخر مزامنة ${relativeTime(time, now)}`,
    staleAside: (time, now) => `غير محدَّث، آخر مزامنة ${relativeTime(time, now)}`,
    reading: (pages) => (pages === 0 ? 'السؤال عن الجديد' : `قراءة الجديد: ${count(pages, pageForms)}`),
    fetching: (done, total) => `الجلب: وصل ${number(done)} من ${count(total, textForms)}`,
    settling: 'جارٍ وضعه في مكانه',
    next: (time, now, reason, failures) => {
      if (reason === 'under_way') return 'بدأت مزامنة وهي مستمرة؛ وإن أُغلقت صفحتها بدأت أخرى فورًا'
      const label = failures > 0 ? 'المحاولة التالية' : 'المزامنة التالية'
      const tries = failures > 1 ? ` بعد ${count(failures, tryForms)}` : ''
      const why = reason === 'interval' ? '' : `: ${reasons[reason]}`
      return `${label} ${soon(time, now)}${tries}${why}`
    },
    noNext: (reason) => `لا تأتي مزامنة من تلقاء نفسها: ${reasons[reason]}`,
    refused: (reason, time, now) =>
      time === null
        ? `ليس الآن: ${reasons[reason]}`
        : `ليس الآن: ${reasons[reason]}. أعد الطلب ${soon(time, now)}.`,
    failed: (code) =>
      problems[code as ErrorCode] ??
      `فشلت المزامنة الأخيرة (${code}). حاول مرة أخرى، وإن لم ينفع فأعد تحميل الصفحة.`,
    unknownTrouble: 'فشل الجزء الذي يقوم بالمزامنة لسبب غير معروف. أعد تحميل الصفحة.',
  },

  notices: {
    region: 'تنبيهات',
    slow: {
      title: 'يستغرق فتح المكتبة وقتًا طويلًا',
      text: 'ربما يشغلها تبويب آخر. يُعرض ما على هذا الجهاز حالما تُفتح.',
    },
    closed: { title: 'المكتبة لا تُفتح' },
    stopped: {
      title: 'توقفت المزامنة',
      text: 'الجزء الذي يقوم بالمزامنة لا يبدأ. يمكنك قراءة ما هنا. حاول مرة أخرى أو أعد تحميل الصفحة.',
    },
    restarting: {
      title: 'يُعاد تشغيل المزامنة',
      text: 'أُنهي الجزء الذي يقوم بالمزامنة. يمكنك متابعة القراءة.',
    },
    newerFormat: {
      title: 'نسخة أحدث من هذا القارئ تدير المكتبة',
      text: 'يمكنك قراءة ما هنا ولا يتغير شيء. أعد التحميل للحصول على النسخة الأحدث.',
    },
    evicted: {
      title: 'مُسحت المكتبة',
      text: 'حذف المتصفح، أو تبويب آخر، ما كان مخزَّنًا هنا. يُجلب ما اخترته من جديد حالما تُتاح الخدمة.',
    },
    memory: { title: 'هذا المتصفح لا يخزّن شيئًا لهذا الموقع' },
    full: { title: 'لا متسع لكل شيء' },
    refused: { title: 'لا تصل التغييرات حاليًا' },
    notNow: 'على المزامنة أن تنتظر',
    failed: 'لم ينجح ذلك',
    offlineEmpty: {
      title: 'لا يوجد اتصال',
      text: 'لم يُحفظ شيء على هذا الجهاز بعد. ما تختاره من المكتبة يُجلب حالما يوجد اتصال.',
    },
    update: { title: 'توجد نسخة جديدة جاهزة', text: 'تحلّ محلّ هذه عند إعادة تحميل الصفحة.' },
  },

  library: {
    title: 'المكتبة',
    choose: 'اختر ما تريد حفظه على هذا الجهاز. يُجلب في الخلفية ويبقى مقروءًا دون اتصال.',
    unlisted: (group, id) => `${groups[group] ?? group} ${number(id)}`,
    arabic: 'النص العربي',
    arabicAbout: 'يأتي مع أول ترجمة ويبقى ما بقيت ترجمة',
    mushaf: 'المصحف',
    mushafAbout: 'النص العربي كما يُطبع صفحةً صفحة، وتحتاج إليه قراءة كلمة بكلمة أيضًا',
    stays: 'يبقى ما بقي محفوظ يحتاج إليه',
    total: (texts, size) => `${count(texts, hereForms)} على هذا الجهاز · ${bytes(size)}`,
    kinds: {
      mushafs: 'النص العربي والمصاحف',
      translations: 'الترجمات',
      tafsirs: 'التفاسير',
      words: 'كلمة بكلمة',
      recitations: 'التلاوات',
      articles: 'المقالات',
      others: 'غير ذلك',
    },
    search: 'ابحث في المكتبة بالاسم أو المؤلف',
    placeholder: 'الاسم أو المؤلف',
    language: 'اللغة',
    allLanguages: 'كل اللغات',
    show: 'اعرض',
    shows: { all: 'الكل', kept: 'المحفوظ' },
    none: 'لا شيء في المكتبة يطابق هذا البحث.',
    nothingKept: 'لم يُحفظ شيء على هذا الجهاز بعد.',
    about: (size) => `نحو ${bytes(size)}`,
    withoutSound: 'الأوقات والعناوين دون الصوت',
    unoffered: 'غير متاح حاليًا',
    arrived: (names) => `على هذا الجهاز الآن: ${names}`,
    pause: 'أوقف الجلب مؤقتًا',
    resume: 'تابع الجلب',
    paused: 'متوقف مؤقتًا. ما بدأ محفوظ، ولا يُجلب شيء حتى تتابع.',
  },

  resource: {
    waiting: 'في انتظار دوره',
    nextSync: 'يأتي مع المزامنة التالية',
    needed: (message) => `لم يصل بعد. ${message}`,
    cutShort: 'بدأ، ويُستأنف مع المزامنة التالية',
    of: (received, whole) => `${bytes(received)} من ${bytes(whole)}`,
    ofAbout: (received, whole) => `${bytes(received)} من نحو ${bytes(whole)}`,
    soFar: (received) => `${bytes(received)} حتى الآن`,
    writing: (rows) => `جارٍ الكتابة، ${count(rows, rowForms)} حتى الآن`,
    withRows: (received, rows) => `${received} · ${count(rows, rowForms)}`,
    paused: 'يأتي حين يُتابَع الجلب',
    mending: 'يُجلب من جديد',
    placing: 'جارٍ وضعه في مكانه',
    unavailable: (reason) =>
      `سُحب: لا تقدمه الخدمة حاليًا${reason === null ? '' : ` (${withdrawals[reason] ?? `\u2068${reason.replaceAll('_', ' ')}\u2069`})`}`,
    damaged: 'فُقد جزء منه على هذا الجهاز؛ تصلحه المزامنة التالية',
    here: (contents, size) => `على هذا الجهاز · ${contents} · ${bytes(size)}`,
    inMemory: (contents, size) => `في الذاكرة · ${contents} · ${bytes(size)}`,
    updateNeeded: 'ما زال هناك تحديث قادم',
    refresh: (time, now) =>
      time <= now
        ? 'تصل نسخة أحدث مع المزامنة التالية'
        : `تصل نسخة أحدث نحو الساعة ${figures.timeOfDay(time)}`,
    stale: (time, now) => `غير محدَّث: آخر تأكيد ${relativeTime(time, now)}`,
    units: { verse: verses, row: (value) => count(value, rowForms) },
  },

  storage: {
    title: 'التخزين',
    site: 'هذا الموقع على الجهاز',
    used: 'يستخدمه هذا الموقع',
    available: 'ما زال متاحًا له',
    estimate: (value) => `نحو ${bytes(value)}`,
    estimated: 'الأحجام تقدير المتصفح نفسه.',
    kept: 'يبقى عند ضيق المساحة',
    persisted: {
      yes: 'نعم، وعد المتصفح بذلك',
      no: 'بلا وعد',
      unknown: 'لا يذكر المتصفح ذلك',
    },
    askForPersistence: 'ثبّت هذا الموقع أو اسمح له بالتخزين الدائم حتى لا يمسحه المتصفح.',
    states: storageStates,
    ask: 'اطلب من المتصفح الاحتفاظ به',
    refused: 'لم يعد المتصفح بذلك. تثبيت الموقع أو كثرة استخدامه يغيّر ذلك عادة.',
    texts: 'النصوص على هذا الجهاز',
    recordings: 'التسجيلات على هذا الجهاز',
    noRecordings: 'لا شيء بعد. في كل سورة زر يحفظ تسجيلاتها.',
    compressed: 'الأحجام أحجام النصوص. قد يخزنها المتصفح في مساحة أقل، وقد يتأخر في إعادة المساحة.',
    unread: 'لم يُقرأ بعد',
    lastRead: (time) => `آخر قراءة ${figures.day(time)}`,
    goesFirst: 'أول ما يُفسح المكان',
    remove: 'احذف',
    removeNamed: (name) => `احذف ${name}`,
    removed: (name) => `حُذف: ${name}`,
    why: (state) => storageWhy[state],
  },

  chapters: {
    title: 'السور',
    search: 'ابحث في السور بالاسم أو الرقم',
    placeholder: 'الاسم أو الرقم',
    none: (query) => `لا توجد سورة باسم «${query}».`,
    // What a chapter's name means, Arabic readers know.
    about: (_meaning, total, place) => [verses(total), ...(place ? [places[place]] : [])].join(' · '),
    loading: 'جارٍ طلب قائمة الترجمات والسور…',
    notLoaded: (problem) => `تعذّر تحميل قائمة الترجمات والسور. ${problem}`,
  },

  chapter: {
    ordinal: (chapter) => `السورة ${number(chapter)}`,
    facts: (_meaning, total, place) => [verses(total), ...(place ? [places[place]] : [])].join(' · '),
    back: 'رجوع',
    all: 'كل السور',
    others: 'سور أخرى',
    opening: 'جارٍ فتح السورة…',
    onItsWay: 'السورة في الطريق…',
    notHere: 'لم تصل هذه السورة بعد. تأتي مع المزامنة التالية.',
    empty: 'لم يُحفظ شيء على هذا الجهاز بعد.',
    choose: 'اختر ترجمات للقراءة هنا',
    unreadable: 'تعذّرت قراءة المكتبة. أعد تحميل الصفحة.',
    verse: (key) => `الآية ${key}`,
    footnote: (mark) => `الحاشية ${mark}`,
  },

  read: {
    title: 'القراءة',
    continue: 'تابع القراءة',
    at: (place, time) => `${place} · ${time}`,
    kinds: 'طرق التصفح',
    chapters: 'السور',
    juzs: 'الأجزاء',
    pages: 'الصفحات',
    juz: (juz) => `الجزء ${number(juz)}`,
    page: (page) => `الصفحة ${number(page)}`,
    verse: (chapter, verse) => `${chapter}، الآية ${number(verse)}`,
    pageNumber: 'رقم الصفحة',
    go: 'اذهب',
    begins: (chapter, verse) => `يبدأ من ${chapter}، الآية ${number(verse)}`,
  },

  panel: {
    title: 'المزامنة',
    about: 'ما يفعله محرّك المزامنة، لمن يبني به.',
    none: 'لا شيء',
    never: 'لم يحدث',
    next: 'التالي',
    role: 'هذا التبويب',
    roles: { writer: 'يكتب', follower: 'يتبع تبويبًا آخر', idle: 'في راحة' },
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
    pages: 'الصفحات',
    mutations: 'التغييرات',
    snapshots: 'النسخ',
    of: (done, total) => `${number(done)} من ${number(total)}`,
    subscriptions: 'الاشتراكات',
    sequence: 'محدَّث عند التسلسل',
    resources: 'الموارد',
    currentAt: 'آخر تحديث',
    retryAt: 'المحاولة التالية',
    emptyGroups: 'مجموعات بلا موارد',
    underWay: 'بدأت مجموعة صفحات',
    stale: 'غير محدَّث',
    fetchAnew: 'اجلب من جديد',
    fetchAnewNamed: (filter) => `اجلب من جديد: ${filter}`,
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
    account: 'ما ينتظر، وتسجيل الدخول',
    storage: 'ما يُحفظ هنا وكم يشغل من المساحة',
    settings: 'اللغة والمظهر وحجم النص',
    sync: 'ما يفعله المحرّك، للمطوّرين',
  },

  settings: {
    title: 'الإعدادات',
    language: 'اللغة',
    theme: 'المظهر',
    themes: { system: 'كما في الجهاز', light: 'فاتح', sepia: 'بني دافئ', dark: 'داكن' },
    textSize: 'حجم النص',
    arabicSize: 'النص العربي',
    translationSize: 'الترجمات',
    sizes: (share) => figures.share(share),
    sample: 'In the name of Allah, the Entirely Merciful, the Especially Merciful.',
    translations: 'الترجمات جنبًا إلى جنب',
    translationsHint: 'من الترجمات الموجودة على هذا الجهاز. تظهر تحت كل آية.',
    noTranslations: 'لا توجد ترجمة على هذا الجهاز بعد.',
    kept: 'تُحفظ الإعدادات في هذا المتصفح فقط.',
  },

  reading: arReading(figures),
}
