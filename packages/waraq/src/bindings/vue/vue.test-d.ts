import { query, type Query } from '../../quran/readers/query.ts'
import { translationChapter, type TranslationVerse } from '../../quran/readers/translation.ts'
import { favorites, type StoredMember } from '../../user/view/queries.ts'
import type { UserQuery } from '../../user/view/answered.ts'
import { computed, createApp, shallowRef } from 'vue'
import type { Waraq } from '../../app/create-waraq.ts'
import { useApp, useLiveQuery, WaraqPlugin } from './vue.ts'

/** What the types promise; checked by the compiler, never run. */

const accepts = <T>(value: T): T => value
declare const app: Waraq

accepts<Waraq>(useApp())
createApp({}).use(WaraqPlugin, app)
// @ts-expect-error the plugin needs an application
createApp({}).use(WaraqPlugin)

// The answer is that of the query, however this is given.
const chapter = translationChapter('translations:20', 1)
accepts<TranslationVerse[] | undefined>(useLiveQuery(chapter).value.data)
accepts<TranslationVerse[] | undefined>(useLiveQuery(() => chapter).value.data)
accepts<TranslationVerse[] | undefined>(useLiveQuery(shallowRef(chapter)).value.data)
accepts<TranslationVerse[] | undefined>(useLiveQuery(computed(() => chapter)).value.data)
accepts<TranslationVerse[] | undefined>(useLiveQuery(() => (Math.random() > 0.5 ? chapter : null)).value.data)
accepts<readonly StoredMember[] | undefined>(useLiveQuery(favorites()).value.data)
accepts<number | undefined>(
  useLiveQuery(() => query('own', async (view) => (await view.resources()).length)).value.data,
)
declare const either: Query<string> | UserQuery<string>
accepts<string | undefined>(useLiveQuery(either).value.data)

// @ts-expect-error the value may be missing
accepts<TranslationVerse[]>(useLiveQuery(chapter).value.data)
// @ts-expect-error it is not a number
accepts<number | undefined>(useLiveQuery(chapter).value.data)
// @ts-expect-error a function without a key is no query
useLiveQuery(async () => 1)
// @ts-expect-error an answer is not to be changed
useLiveQuery(chapter).value = useLiveQuery(chapter).value
