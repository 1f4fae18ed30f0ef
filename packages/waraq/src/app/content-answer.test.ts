import { afterEach, expect, it } from 'vitest'
import { createBench, type Bench } from '../sync/bench.test-support.ts'
import { onceAll, query, type Query } from '../quran/readers/query.ts'
import { sideBySide } from '../quran/readers/side-by-side.ts'
import { translationChapter, translationVerse } from '../quran/readers/translation.ts'
import { contentAnswer } from './content-answer.ts'

/** What a query needed and did not find, in a library that has `translations:20` and lacks all others. */

let bench: Bench
afterEach(() => bench.close())

const answerTo = <T>(question: Query<T>) =>
  bench.store.query(async (view) => {
    const { value, missing } = await contentAnswer(view, question)
    return [value, missing.map(({ ref: { group, id }, isDamaged }) => [`${group}:${id}`, isDamaged])]
  })
const absent = { group: 'translations', id: 131 } as const
const here = { group: 'translations', id: 20 } as const

it('names the resources that a query without a result needed', async () => {
  bench = createBench()
  await bench.engine.subscribe('translations:20')
  await bench.engine.sync()
  const none: unknown[] = []
  expect(await answerTo(translationChapter('translations:131', 1))).toEqual([
    [],
    [['translations:131', false]],
  ])
  expect(await answerTo(translationVerse('translations:131', '1:1'))).toEqual([
    undefined,
    [['translations:131', false]],
  ])
  expect(await answerTo(translationChapter('translations:131', 1, { includePartial: true }))).toEqual([
    { answer: [], partial: undefined },
    [['translations:131', false]],
  ])
  const waiting = onceAll([here, absent], translationChapter('translations:20', 1))
  expect(await answerTo(waiting)).toEqual([undefined, [['translations:131', false]]])
  const row = query('row', async (view) => view.row('translation', absent, '1'))
  expect(await answerTo(row)).toEqual([undefined, [['translations:131', false]]])

  // What was found can be shown, and what is complete without it is not missing.
  const both = sideBySide({ translations: ['translations:20', 'translations:131'] }, { chapter: 112 })
  expect((await answerTo(both))[1]).toEqual(none)
  expect((await answerTo(translationChapter('translations:20', 112)))[1]).toEqual(none)
  expect(await answerTo(translationChapter('translations:20', 2))).toEqual([[], none])
  expect((await answerTo(query('list', async (view) => view.resources())))[1]).toEqual(none)
  expect(await answerTo(query('constant', async () => 5))).toEqual([5, none])
})

it('tells a damaged resource from one that never came', async () => {
  bench = createBench()
  await bench.engine.subscribe('translations:20')
  await bench.engine.sync()
  await bench.db.resources.update('translations:20', { needsSnapshot: 'damage' })
  expect(await answerTo(translationChapter('translations:20', 112))).toEqual([
    [],
    [['translations:20', true]],
  ])
})
