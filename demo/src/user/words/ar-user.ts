import type { Figures } from '../../words/figures.ts'
import type { FileProblem } from '../data/import-file.ts'
import type { UserWords } from './en-user.ts'

/** Arabic: favorites, notes, collections and the account. */
export function arUser({ count, number, relativeTime, share }: Figures): UserWords {
  const colors = { blue: 'الأزرق', red: 'الأحمر', green: 'الأخضر', yellow: 'الأصفر', purple: 'البنفسجي' }
  const changes = (value: number) =>
    count(value, {
      zero: 'لا تغييرات',
      one: 'تغيير واحد',
      two: 'تغييران',
      few: '# تغييرات',
      many: '# تغييرًا',
      other: '# تغيير',
    })
  /** After a noun or a preposition. */
  const unsynced = (value: number) =>
    count(value, {
      one: 'تغيير واحد',
      two: 'تغييرين',
      few: '# تغييرات',
      many: '# تغييرًا',
      other: '# تغيير',
    })
  const failures: Readonly<Record<string, string>> = {
    outbox_full: 'تغييرات كثيرة جدًا في انتظار المزامنة على هذا الجهاز. اتصل بالإنترنت وسجّل الدخول لمزامنتها.',
    invalid_argument: 'لا يمكن حفظ ذلك.',
    'invalid_argument name': 'توجد مجموعة أخرى بهذا الاسم. اختر اسمًا آخر.',
    quota_exceeded: 'المساحة على هذا الجهاز غير كافية. أخلِ بعض المساحة ثم حاول مرة أخرى.',
    newer_format: 'حُفظ هذا بإصدار أحدث من هذا التطبيق. أعد تحميل الصفحة.',
    not_found: 'لم يعد موجودًا.',
  }
  const fileProblems: Readonly<Record<Extract<FileProblem, string>, string>> = {
    tooLarge: 'هذا الملف كبير جدًا. لم يتم استيراد شيء.',
    notJson: 'تعذّرت قراءة هذا الملف. اختر ملفًا تم تصديره من هنا. لم يتم استيراد شيء.',
    notOurs: 'ليس في هذا الملف بيانات محفوظة، أو هو من إصدار أحدث من هذا التطبيق. لم يتم استيراد شيء.',
    tooMany: 'في هذا الملف أكثر مما يتسع له استيراد واحد. لم يتم استيراد شيء.',
    aNote: 'في هذا الملف ملاحظة أقصر أو أطول من المسموح، أو ليست عن آية. لم يتم استيراد شيء.',
    aName: 'في هذا الملف مجموعة بلا اسم أو اسمها طويل جدًا. لم يتم استيراد شيء.',
    aPlace: 'يذكر هذا الملف آية أو صفحة غير موجودة. لم يتم استيراد شيء.',
    aborted: 'تم إيقاف الاستيراد. يبقى ما تم استيراده. استورد الملف مرة أخرى للمتابعة.',
  }
  return {
    favorite: (verse) => `تمييز الآية ${verse} بنجمة`,
    favoriteThis: 'نجمة',
    favorited: 'مميّزة بنجمة',
    unfavorited: (verse) => `أزيلت النجمة عن الآية ${verse}.`,
    undone: 'تمت الاستعادة.',
    notesHere: (value) =>
      count(value, {
        zero: 'لا ملاحظات',
        one: 'ملاحظة واحدة',
        two: 'ملاحظتان',
        few: '# ملاحظات',
        many: '# ملاحظة',
        other: '# ملاحظة',
      }),
    inCollections: (value) =>
      count(value, {
        zero: 'ليست في مجموعة',
        one: 'في مجموعة واحدة',
        two: 'في مجموعتين',
        few: 'في # مجموعات',
        many: 'في # مجموعة',
        other: 'في # مجموعة',
      }),
    highlight: 'تظليل',
    colors,
    noColor: 'بلا لون',
    highlighted: (color) => `مظلّلة باللون ${colors[color]}`,
    collectIn: 'المجموعات',
    pending: { device: 'على هذا الجهاز', account: 'لم تتم مزامنته بعد' },
    blocked: 'في انتظار قرارك',
    failed: (code, field) =>
      failures[`${code} ${String(field)}`] ??
      failures[code] ??
      'تعذّر الحفظ. حاول مرة أخرى، وإن لم ينفع فأعد تحميل الصفحة.',

    notes: {
      title: 'الملاحظات',
      none: 'لا ملاحظات عن هذه الآية بعد.',
      empty: 'لا ملاحظات بعد. اضغط على آية لتكتب عنها.',
      field: 'ملاحظة جديدة',
      placeholder: 'اكتب ملاحظة',
      text: 'نص الملاحظة',
      length: (least, most) => `من ${number(least)} إلى ${number(most)} حرف.`,
      save: 'حفظ الملاحظة',
      edit: 'تعديل',
      delete: 'حذف',
      keepEdit: 'حفظ',
      cancel: 'إلغاء',
      saved: 'تم حفظ الملاحظة.',
      deleted: 'تم حذف الملاحظة.',
      copy: 'نسخ',
      asText: 'تصدير نصًّا',
      asMarkdown: 'تصدير بصيغة ماركداون',
    },

    saved: {
      title: 'المحفوظات',
      lost: 'تلف جزء مما حفظته على هذا الجهاز وتعذّر استرجاعه. أما ما تمت مزامنته مع حسابك فيعود.',
      lists: 'عرض',
      list: { favorites: 'المميّزة', collections: 'المجموعات', notes: 'الملاحظات', history: 'السجل' },
      all: 'عرض الكل',
      noFavorites: 'لا توجد آيات مميّزة بنجمة بعد. اضغط على النجمة بجانب الآية لحفظها هنا.',
      noCollections: 'لا مجموعات بعد. أنشئ مجموعة لتنظيم الآيات.',
      verses: (value) =>
        count(value, {
          zero: 'لا آيات',
          one: 'آية واحدة',
          two: 'آيتان',
          few: '# آيات',
          many: '# آية',
          other: '# آية',
        }),
      unstar: (verse) => `إزالة النجمة عن الآية ${verse}`,
      more: 'عرض المزيد',
      place: { page: (value) => `الصفحة ${number(value)}`, juz: (value) => `الجزء ${number(value)}` },
    },

    lists: {
      order: 'الترتيب',
      newest: 'الأحدث أولًا',
      text: 'ترتيب المصحف',
      name: 'حسب الاسم',
      searchCollections: 'البحث في المجموعات',
      searchNotes: 'البحث في الملاحظات',
      none: 'لا نتائج.',
      collections: (value) =>
        count(value, {
          one: 'مجموعة واحدة',
          two: 'مجموعتان',
          few: '# مجموعات',
          many: '# مجموعة',
          other: '# مجموعة',
        }),
      history: 'مواضع قراءتك',
      noHistory: 'لم تقرأ شيئًا بعد. تظهر هنا المواضع التي تتوقف عندها للقراءة.',
    },

    collections: {
      field: 'اسم المجموعة الجديدة',
      placeholder: 'مجموعة جديدة',
      make: 'إنشاء',
      made: (name) => `تم إنشاء «\u2068${name}\u2069».`,
      all: 'كل المجموعات',
      empty: 'لا آيات بعد. اضغط على آية لإضافتها هنا.',
      gone: 'هذه المجموعة غير موجودة على هذا الجهاز.',
      rename: 'إعادة التسمية',
      name: 'الاسم',
      save: 'حفظ',
      cancel: 'إلغاء',
      delete: 'حذف',
      deleted: (name) => `تم حذف «\u2068${name}\u2069».`,
      takeOut: (verse) => `إزالة الآية ${verse}`,
      tookOut: (verse) => `تمت إزالة الآية ${verse}.`,
      has: (name, verse) => `الآية ${verse} في «\u2068${name}\u2069»`,
    },

    reading: {
      title: 'علامات القراءة',
      slot: (slot, name) => name ?? `العلامة ${number(slot)}`,
      here: (slot, name) => `${name ?? `العلامة ${number(slot)}`} هنا`,
      name: (slot) => `اسم العلامة ${number(slot)}`,
      unset: 'غير محددة',
      moved: (slot, name) => `نُقلت إلى هنا: \u2068${name ?? `العلامة ${number(slot)}`}\u2069`,
      removed: (slot, name) => `أزيلت: \u2068${name ?? `العلامة ${number(slot)}`}\u2069`,
    },

    place: {
      goOn: (verse) => `متابعة عند ${verse}`,
      other: 'آخر قراءة على جهاز آخر',
    },

    account: {
      title: 'الحساب',
      device: 'على هذا الجهاز فقط',
      deviceText: 'تُحفظ نجومك وملاحظاتك ومجموعاتك في هذا المتصفح. سجّل الدخول لتجدها على أجهزتك الأخرى أيضًا.',
      deviceAlone: 'تُحفظ نجومك وملاحظاتك ومجموعاتك في هذا المتصفح. لا توجد حسابات في هذا التطبيق.',
      signIn: 'تسجيل الدخول',
      signInAgain: 'إعادة تسجيل الدخول',
      noSignIn: 'تعذّر تسجيل الدخول حاليًا. ما تفعله يُحفظ على هذا الجهاز.',
      signedIn: 'تم تسجيل الدخول',
      signedInAs: (name) => `تم تسجيل الدخول باسم \u2068${name}\u2069`,
      signedInText: 'تتم مزامنة نجومك وملاحظاتك ومجموعاتك وإعداداتك مع أجهزتك الأخرى.',
      unknown: 'دون اتصال',
      unknownText:
        'تعذّر الوصول إلى حسابك حاليًا. ما تفعله يُحفظ على هذا الجهاز، وتتم مزامنته حين يتوفر الاتصال.',
      signedOut: 'انتهت جلسة تسجيل الدخول',
      signedOutText: 'سجّل الدخول من جديد لمزامنة التغييرات على هذا الجهاز.',
      unattached: 'تم تسجيل الدخول',
      unattachedText: (value) => `على هذا الجهاز ${changes(value)} خارج حسابك. هل تريد النقل إلى حسابك؟`,
      take: 'نقل إلى حسابي',
      leaveHere: 'إبقاء على هذا الجهاز',
      leftText: 'ما تبقيه على هذا الجهاز يظهر مرة أخرى بعد تسجيل الخروج.',
      other: 'تم تسجيل الدخول بحساب آخر',
      otherText: 'ما يُعرض هنا يخص الحساب السابق ولا تتم مزامنته. سجّل الخروج لإزالته من هذا الجهاز.',
      unnamed: 'المزامنة متوقفة',
      unnamedText: 'لا يذكر الخادم صاحب هذا الحساب. تواصل مع مسؤول الموقع.',
      eraseTitle: 'الحذف من هذا الجهاز',
      eraseText: 'تُحذف نجومك ومجموعاتك وملاحظاتك وموضع قراءتك من هذا المتصفح. ويبقى ما في حسابك.',
      erase: 'حذف…',
      eraseSure: 'هل تريد حذف كل بياناتك من هذا الجهاز؟ ستفقد التغييرات التي لم تتم مزامنتها.',
      eraseIt: 'حذف الكل',
      eraseNot: 'إلغاء',
      erased: 'تم حذف بياناتك من هذا الجهاز.',
      signOut: 'تسجيل الخروج',
      waitingFirst: (value) => `لم تتم مزامنة ${unsynced(value)} بعد.`,
      deliver: 'مزامنة وتسجيل الخروج',
      keep: 'الاحتفاظ بها لتسجيل دخولي التالي',
      forget: 'تسجيل الخروج والحذف',
      keepText: 'تبقى التغييرات التي تحتفظ بها مخفية حتى تسجّل الدخول هنا مرة أخرى.',
      stay: 'البقاء في الحساب',
      delivering: 'جارٍ المزامنة…',
      notDelivered: (value) => `تعذّرت مزامنة ${unsynced(value)}. لم يتم تسجيل خروجك.`,
      left: 'تم تسجيل الخروج. لم يبقَ شيء من حسابك على هذا الجهاز.',
      leftKept: (value) => `تم تسجيل الخروج. محفوظ لتسجيل دخولك التالي: ${changes(value)}.`,
      tookAlong: 'تم النقل إلى حسابك.',
    },

    plan: {
      title: 'خطة القراءة',
      offer: 'اختم القرآن في عدد الأيام الذي تختاره.',
      text: 'اختم القرآن في عدد الأيام الذي تختاره. تبقى الخطة على هذا الجهاز.',
      days: 'عدد الأيام',
      daysFrom: (least, most) => `أدخل عددًا من ${number(least)} إلى ${number(most)}.`,
      start: 'البداية',
      fromBeginning: 'من أول المصحف',
      fromPage: (page) => `من الصفحة ${number(page)}`,
      amount: (value) =>
        `نحو ${count(value, { one: 'صفحة واحدة', two: 'صفحتين', few: '# صفحات', many: '# صفحة', other: '# صفحة' })} في اليوم.`,
      begin: 'ابدأ الخطة',
      save: 'حفظ',
      cancel: 'إلغاء',
      dayOf: (day, days) => `اليوم ${number(day)} من ${number(days)}`,
      day: (day) => `اليوم ${number(day)}`,
      today: 'هذا اليوم',
      read: 'مقروء',
      finished: 'ختمت القرآن.',
      doneToday: 'أتممت ورد اليوم.',
      missed: (value) =>
        `فيه ${count(value, { one: 'صفحة واحدة', two: 'صفحتان', few: '# صفحات', many: '# صفحة', other: '# صفحة' })} من الأيام السابقة.`,
      leftToday: (value) =>
        `بقي اليوم ${count(value, { one: 'صفحة واحدة', two: 'صفحتان', few: '# صفحات', many: '# صفحة', other: '# صفحة' })}.`,
      left: (value, all) =>
        `بقي ${count(value, { one: 'صفحة واحدة', two: 'صفحتان', few: '# صفحات', many: '# صفحة', other: '# صفحة' })} من ${number(all)}.`,
      progress: 'تقدّم الخطة',
      go: 'متابعة القراءة',
      mark: 'تعليم كمقروء',
      marked: 'تم تعليم ورد اليوم كمقروء.',
      change: 'تغيير الخطة',
      end: 'إنهاء الخطة',
      ended: 'تم إنهاء الخطة.',
      allDays: 'كل الأيام',
      inAccount: 'في حسابك',
      streak: (value) => `أيام القراءة المتتالية: ${number(value)}.`,
      goal: (part) => `هدف اليوم: تم ${share(part)} منه.`,
      how: (all) => `الصفحات صفحات مصحف المدينة، وعددها ${all}. تُعلَّم الصفحة حين تتجاوزها في القراءة.`,
    },

    data: {
      title: 'بياناتك',
      text: 'صدّر نجومك ومجموعاتك وملاحظاتك وتظليلاتك وعلامات قراءتك في ملف، أو استورد ملفًا كهذا. ويمكن أيضًا استيراد النسخ الاحتياطية من تطبيق القرآن لأندرويد.',
      export: 'تصدير',
      exported: 'تم تصدير بياناتك.',
      import: 'استيراد…',
      importIt: 'استيراد',
      close: 'إلغاء',
      stop: 'إيقاف',
      imported: 'تم استيراد بياناتك.',
      effects: {
        added: 'استيراد هذا الملف يضيف:',
        replaced: 'ويستبدل:',
        leftOut: 'لا يمكن حفظ ما يلي هنا، فيبقى في الملف:',
      },
      nothingNew: 'كل ما في هذا الملف موجود هنا.',
      nothingLost: 'لا يتغير شيء آخر.',
      progress: (done, total) => `${number(done)} من ${number(total)}`,
      entries: {
        favorite: (value) =>
          count(value, {
            one: 'آية واحدة مميّزة بنجمة',
            two: 'آيتان مميّزتان بنجمة',
            few: '# آيات مميّزة بنجمة',
            many: '# آية مميّزة بنجمة',
            other: '# آية مميّزة بنجمة',
          }),
        collection: (value) =>
          count(value, {
            one: 'مجموعة واحدة',
            two: 'مجموعتان',
            few: '# مجموعات',
            many: '# مجموعة',
            other: '# مجموعة',
          }),
        member: (value) =>
          count(value, {
            one: 'موضع واحد في مجموعة',
            two: 'موضعان في المجموعات',
            few: '# مواضع في المجموعات',
            many: '# موضعًا في المجموعات',
            other: '# موضع في المجموعات',
          }),
        note: (value) =>
          count(value, {
            one: 'ملاحظة واحدة',
            two: 'ملاحظتان',
            few: '# ملاحظات',
            many: '# ملاحظة',
            other: '# ملاحظة',
          }),
        bookmark: (value) =>
          count(value, {
            one: 'إشارة مرجعية واحدة',
            two: 'إشارتان مرجعيتان',
            few: '# إشارات مرجعية',
            many: '# إشارة مرجعية',
            other: '# إشارة مرجعية',
          }),
        highlight: (value) =>
          count(value, {
            one: 'تظليل واحد',
            two: 'تظليلان',
            few: '# تظليلات',
            many: '# تظليلًا',
            other: '# تظليل',
          }),
        reading: (value) =>
          count(value, {
            one: 'علامة قراءة واحدة',
            two: 'علامتا قراءة',
            few: '# علامات قراءة',
            many: '# علامة قراءة',
            other: '# علامة قراءة',
          }),
        place: () => 'آخر موضع قرأته',
        setting: (value) =>
          count(value, {
            one: 'إعداد واحد',
            two: 'إعدادان',
            few: '# إعدادات',
            many: '# إعدادًا',
            other: '# إعداد',
          }),
      },
      problem: (problem) =>
        typeof problem === 'string'
          ? fileProblems[problem]
          : (failures[problem.code] ?? 'تعذّر استيراد الملف. حاول مرة أخرى.'),
    },

    outbox: {
      title: 'في انتظار المزامنة',
      none: 'تمت مزامنة كل شيء.',
      noneElse: 'لا شيء آخر في الانتظار.',
      onDevice: (value) => `على هذا الجهاز: ${changes(value)}.`,
      noneOnDevice: 'لا تغييرات بعد.',
      waiting: (value) => `لم تتم مزامنة ${unsynced(value)} بعد.`,
      next: (time, now) => `المحاولة التالية ${time <= now ? 'الآن' : relativeTime(time, now)}`,
      mayGo:
        'هذه التغييرات موجودة في هذا المتصفح فقط، وقد يحذفها عند الحاجة إلى مساحة. ويفعل ذلك سفاري بعد سبعة أيام دون زيارة.',
      deliver: 'مزامنة الآن',
      blocked: (value) =>
        count(value, {
          one: 'تغيير واحد ينتظر قرارك',
          two: 'تغييران ينتظران قرارك',
          few: '# تغييرات تنتظر قرارك',
          many: '# تغييرًا ينتظر قرارك',
          other: '# تغيير ينتظر قرارك',
        }),
      why: {
        refused: 'لم تقبله الخدمة.',
        conflict: 'غُيّر على جهاز آخر أيضًا.',
        depends: 'حُذفت مجموعته على جهاز آخر.',
      },
      choices: {
        local: 'الاحتفاظ بنسختي',
        remote: 'الاحتفاظ بالأخرى',
        both: 'الاحتفاظ بالاثنتين',
        retry: 'إعادة المحاولة',
        drop: 'تجاهل',
        again: 'إنشاء المجموعة من جديد',
      },
      local: 'من هذا الجهاز',
      remote: 'من جهاز آخر',
      wasDeleted: 'حُذف',
      what: {
        favorite: (verse) => `نجمة ${verse}`,
        member: (verse) => `${verse} في مجموعة`,
        note: (place) => `ملاحظة: ${place}`,
        collection: 'مجموعة',
        reading: (verse) => `موضع قراءتك: ${verse}`,
        bookmark: 'إشارة مرجعية',
        time: 'وقت القراءة',
        setting: 'إعداد',
        place: 'موضع قراءتك',
      },
      there: 'محفوظ',
    },
  }
}
