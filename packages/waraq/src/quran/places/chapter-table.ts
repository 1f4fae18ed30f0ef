/**
 * The 114 chapters in order, one a line: names in Latin letters, a bar, names in Arabic letters. Names contain no blanks and no
 * articles. The usual name comes first. The rules of `spelling.ts` unify most spellings, so the table lists only the spellings
 * that the rules do not reach.
 */
export const chapterTable = `fatiha fatihat fateha fatha hamd opening|فاتحه حمد
baqara baqra baqoroh cow|بقره
imran aliimran aleimran|عمران العمران
nisa|نسا
maida maidat maeda|مايده
anam|انعام
araf|اعراف
anfal|انفال
tawba tovbe taubat taba baraa baraat|توبه براه برات
yunus younes jonah|يونس
hud|هود
yusuf joseph|يوسف
rad|رعد
ibrahim abraham|ابراهيم
hijr|حجر
nahl|نحل
isra baniisrail baniisrael subhan|اسرا بنياسراييل سبحان
kahf kahfi cave|كهف
maryam mary|مريم
taha toha|طه
anbiya|انبيا
hajj|حج
muminun muminin|مومنون مومنين
nur|نور
furqan|فرقان
shuara|شعرا
naml|نمل
qasas|قصص
ankabut|عنكبوت
rum|روم
luqman|لقمان
sajda alifLamMimSajda sajdat|سجده المالسجده المسجده
ahzab|احزاب
saba|سبا
fatir malaika|فاطر ملايكه
yasin yasini|يس ياسين يسين
saffat|صافات
sad suad|ص صاد
zumar|زمر
ghafir mumin|غافر مومن
fussilat hamimsajda hamimassajda hamim|فصلت حمالسجده حم
shura|شوري شورا
zukhruf|زخرف
dukhan|دخان
jathiya|جاثيه شريعه
ahqaf|احقاف
muhammad qital|محمد قتال
fath fatah fatih|فتح
hujurat|حجرات
qaf|ق قاف
dhariyat|ذاريات
tur|طور
najm|نجم
qamar|قمر
rahman arrahman|رحمن رحمان
waqia|واقعه
hadid|حديد
mujadila mujadala|مجادله
hashr|حشر
mumtahana mumtahina imtihan|ممتحنه امتحان
saff shaff|صف
jumua juma jumat jumuat|جمعه
munafiqun munafiqin|منافقون منافقين
taghabun|تغابن
talaq|طلاق
tahrim|تحريم
mulk tabarak tabaraka|ملك تبارك
qalam nun nunwalqalam|قلم ن نون
haqqa|حاقه
maarij|معارج
nuh noah|نوح
jinn|جن
muzzammil|مزمل
muddaththir|مدثر
qiyama qiyamat|قيامه قيامت
insan dahr hallata|انسان دهر هلاتي
mursalat|مرسلات
naba amma ammayatasaalun|نبا عم عميتسالون
naziat|نازعات
abasa|عبس
takwir kuwwirat|تكوير كورت
infitar|انفطار
mutaffifin tatfif|مطففين تطفيف
inshiqaq|انشقاق
buruj|بروج
tariq|طارق
ala|اعلي
ghashiya|غاشيه
fajr|فجر
balad|بلد
shams|شمس
layl|ليل
duha dhuha|ضحي
sharh inshirah alamnashrah nashrah|شرح انشراح المنشرح نشرح
tin|تين
alaq iqra|علق اقرا
qadr kadir|قدر اناانزلناه
bayyina lamyakun|بينه لميكن
zalzala zilzal zalzalat zilzala|زلزله زلزال
adiyat|عاديات
qaria|قارعه
takathur alhakum|تكاثر
asr|عصر
humaza|همزه
fil|فيل
quraysh ilaf|قريش ايلاف
maun|ماعون
kawthar kousar|كوثر
kafirun kafirin|كافرون كافرين
nasr izaja|نصر
masad lahab abilahab abulahab tabbat|مسد لهب ابيلهب ابولهب تبت
ikhlas tawhid qulhuwallah qulhuwallahuahad|اخلاص توحيد قلهوالله
falaq|فلق
nas|ناس`

/** Names that several chapters share, with the chapters, the more likely one first. */
export const sharedNames: Readonly<Record<string, readonly number[]>> = {
  sajda: [32, 41],
  سجده: [32, 41],
  mumin: [40, 23],
  مومن: [40, 23],
  hamim: [41, 40, 42, 43, 44, 45, 46],
  حم: [41, 40, 42, 43, 44, 45, 46],
}
