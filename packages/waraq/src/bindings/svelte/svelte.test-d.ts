import { query, type Query } from '../../quran/readers/query.ts'
import { translationChapter, type TranslationVerse } from '../../quran/readers/translation.ts'
import { favorites, type StoredMember } from '../../user/view/queries.ts'
import type { UserQuery } from '../../user/view/answered.ts'
import type { LiveAnswer } from '../../app/answers.ts'
import type { Waraq } from '../../app/create-waraq.ts'
import { setApp, useApp, useLiveQuery } from './svelte.ts'

/** What the types promise; checked by the compiler, never run. */

const accepts = <T>(value: T): T => value
declare const app: Waraq

setApp(app)
accepts<Waraq>(useApp())

// The answer is that of the query.
const chapter = translationChapter('translations:20', 1)
accepts<TranslationVerse[] | undefined>(useLiveQuery(() => chapter).data)
accepts<TranslationVerse[] | undefined>(useLiveQuery(() => (Math.random() > 0.5 ? chapter : null)).data)
accepts<readonly StoredMember[] | undefined>(useLiveQuery(() => favorites()).data)
accepts<LiveAnswer<number>>(useLiveQuery(() => query('own', async (view) => (await view.resources()).length)))
declare const either: Query<string> | UserQuery<string>
accepts<string | undefined>(useLiveQuery(() => either).data)

// @ts-expect-error the value may be missing
accepts<TranslationVerse[]>(useLiveQuery(() => chapter).data)
// @ts-expect-error it is not a number
accepts<number | undefined>(useLiveQuery(() => chapter).data)
// @ts-expect-error the query is a function, so that it may change
useLiveQuery(chapter)
// @ts-expect-error a function without a key is no query
useLiveQuery(() => async () => 1)
// @ts-expect-error an answer is not to be changed
useLiveQuery(() => chapter).isPending = false
