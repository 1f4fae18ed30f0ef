/**
 * The 114 chapters in order, a line each: names in Latin letters, a bar, names in Arabic ones. Blanks inside of a name are left out. The
 * first name is the usual one; the spelling rules of `spelling.ts` make one of most spellings, so only what those do not reach stands
 * here. Without articles.
 */
export const chapterTable = `fatiha fatihat fateha fatha hamd opening|فاتحه حمد
baqara baqra bakra bakarah baqoroh cow|بقره
imran aliimran aleimran aalimran|عمران العمران
nisa|نسا
maida maidat maeda|مايده
anam anaam|انعام
araf|اعراف
anfal|انفال
tawba tauba taubat taba baraa baraat|توبه براه برات
yunus younes yonus jonah|يونس
hud hood|هود
yusuf joseph|يوسف
rad|رعد
ibrahim abraham|ابراهيم
hijr|حجر
nahl|نحل
isra baniisrail banisrail baniisraeel baniisrael subhan|اسرا بنياسراييل سبحان
kahf kahfi kehf cave|كهف
maryam mariam mary|مريم
taha toha|طه
anbiya anbya|انبيا
hajj haj|حج
muminun muminoon muminin|مومنون مومنين
nur|نور
furqan|فرقان
shuara|شعرا
naml|نمل
qasas|قصص
ankabut|عنكبوت
rum|روم
luqman loqman|لقمان
sajda alifLamMimSajda sajdat|سجده المسجده
ahzab|احزاب
saba|سبا
fatir malaika|فاطر ملايكه
yasin|يس ياسين
saffat|صافات
sad saad suad|ص صاد
zumar|زمر
ghafir mumin|غافر مومن
fussilat hamimsajda hamimassajda hamim|فصلت حمالسجده حم
shura shoora|شوري شورا
zukhruf|زخرف
dukhan|دخان
jathiya|جاثيه شريعه
ahqaf|احقاف
muhammad mohammad qital|محمد قتال
fath fatah fatih|فتح
hujurat|حجرات
qaf qaaf|ق قاف
dhariyat|ذاريات
tur|طور
najm|نجم
qamar|قمر
rahman arrahman|رحمن رحمان
waqia|واقعه
hadid|حديد
mujadila mujadala mujadilah|مجادله
hashr|حشر
mumtahana mumtahina imtihan|ممتحنه امتحان
saff shaff|صف
jumua juma jumat jumuat jumah|جمعه
munafiqun munafiqoon munafiqin|منافقون منافقين
taghabun|تغابن
talaq|طلاق
tahrim|تحريم
mulk tabarak tabaraka|ملك تبارك
qalam nun noon nunwalqalam|قلم ن نون
haqqa|حاقه
maarij|معارج
nuh nooh noah|نوح
jinn|جن
muzzammil|مزمل
muddaththir mudathir mudassir|مدثر
qiyama qiyamat qiyamah|قيامه قيامت
insan dahr hallata|انسان دهر هلاتي
mursalat|مرسلات
naba amma ammayatasaalun|نبا عم عميتسالون
naziat|نازعات
abasa|عبس
takwir kuwwirat|تكوير كورت
infitar infitaar|انفطار
mutaffifin tatfif|مطففين تطفيف
inshiqaq|انشقاق
buruj|بروج
tariq|طارق
ala aala|اعلي
ghashiya|غاشيه
fajr|فجر
balad|بلد
shams|شمس
layl|ليل
duha dhuha zuha|ضحي
sharh inshirah alamnashrah|شرح انشراح المنشرح نشرح
tin teen|تين
alaq iqra iqraa|علق اقرا
qadr kadir|قدر اناانزلناه
bayyina lamyakun|بينه لميكن
zalzala zilzal zalzalat zilzala|زلزله زلزال
adiyat|عاديات
qaria|قارعه
takathur|تكاثر
asr|عصر
humaza|همزه
fil feel|فيل
quraysh ilaf|قريش ايلاف
maun|ماعون
kawthar|كوثر
kafirun kafiroon kafirin|كافرون كافرين
nasr|نصر
masad lahab abilahab abulahab tabbat|مسد لهب ابيلهب تبت
ikhlas tawhid tauhid qulhuwallah qulhuwallahuahad|اخلاص توحيد قلهوالله
falaq|فلق
nas naas|ناس`

/** Names that two chapters have, with the chapters, the more likely one first. */
export const sharedNames: Readonly<Record<string, readonly number[]>> = {
  sajda: [32, 41],
  سجده: [32, 41],
  mumin: [40, 23],
  مومن: [40, 23],
  hamim: [41, 40, 42, 43, 44, 45, 46],
  حم: [41, 40, 42, 43, 44, 45, 46],
}
