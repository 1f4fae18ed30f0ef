import type { Figures } from '../../words/figures.ts'
import type { UserWords } from './en-user.ts'

/** Arabic: stars, notes, collections and the account. */
export function arUser({ count, number, relativeTime }: Figures): UserWords {
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
  return {
    favorite: (verse) => `تمييز الآية ${verse} بنجمة`,
    favoriteThis: 'نجمة',
    favorited: 'مميّزة بنجمة',
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
      sure: 'هل تريد حذف هذه الملاحظة؟',
      deleteIt: 'حذف',
    },

    saved: {
      title: 'المحفوظات',
      lost: 'تلف جزء مما حفظته على هذا الجهاز وتعذّر استرجاعه. أما ما تمت مزامنته مع حسابك فيعود.',
      lists: 'عرض',
      list: { favorites: 'المميّزة', collections: 'المجموعات', notes: 'الملاحظات' },
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
      sure: 'هل تريد حذف هذه المجموعة؟ لن تُحذف الآيات نفسها.',
      deleteIt: 'حذف',
      takeOut: (verse) => `إزالة الآية ${verse}`,
      has: (name, verse) => `الآية ${verse} في «\u2068${name}\u2069»`,
    },

    reading: {
      title: 'علامات القراءة',
      slot: (slot, name) => name ?? `العلامة ${number(slot)}`,
      here: (slot, name) => `${name ?? `العلامة ${number(slot)}`} هنا`,
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
      signedInText: 'تتم مزامنة نجومك وملاحظاتك ومجموعاتك وإعداداتك مع أجهزتك الأخرى.',
      unknown: 'دون اتصال',
      unknownText:
        'تعذّر الوصول إلى حسابك حاليًا. ما تفعله يُحفظ على هذا الجهاز، وتتم مزامنته حين يتوفر الاتصال.',
      signedOut: 'انتهت جلسة تسجيل الدخول',
      signedOutText: 'سجّل الدخول من جديد لمزامنة التغييرات على هذا الجهاز.',
      arriving: 'تم تسجيل الدخول',
      arrivingText: (value) => `على هذا الجهاز ${changes(value)} خارج حسابك. هل تريد النقل إلى حسابك؟`,
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
        mine: 'الاحتفاظ بنسختي',
        theirs: 'الاحتفاظ بالأخرى',
        both: 'الاحتفاظ بالاثنتين',
        retry: 'إعادة المحاولة',
        drop: 'تجاهل',
        again: 'إنشاء المجموعة من جديد',
      },
      mine: 'من هذا الجهاز',
      theirs: 'من جهاز آخر',
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
