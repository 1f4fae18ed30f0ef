import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { UserData } from '../api.ts'
import { stage, type Stage } from '../stage.test-support.ts'
import { allNotes, type NoteFilter } from './note-queries.ts'

let scene: Stage
let user: UserData
beforeEach(async () => {
  scene = stage()
  user = scene.device().tab({ connection: undefined, session: undefined })
  for (const [body, range] of [
    ['About the Throne', '2:250-2:260'],
    ['Patience, صَبْر جَمِيل', '12:18'],
    ['The Cow as a whole', '2:1-2:286'],
    ['From one to the next', '1:7-2:5'],
  ] as const)
    await user.notes.write({ body, ranges: [range, '114:1'] })
})
afterEach(() => scene.close())

describe('notes', () => {
  const bodies = async (filter?: NoteFilter, order?: 'newest') =>
    (await user.query(allNotes(filter, order))).map(({ body }) => body.slice(0, 8))

  it.each([
    ['a verse of a range', { verseKey: '2:255' }, ['The Cow ', 'About th']],
    ['a verse alone', { verseKey: '12:18' }, ['Patience']],
    ['a verse of a range over two surahs', { verseKey: '2:3' }, ['From one', 'The Cow ']],
    ['no verse', { verseKey: 'two' }, []],
    ['a text', { text: ' tHRone ' }, ['About th']],
    ['letters without their marks', { text: 'صبر' }, ['Patience']],
    ['letters with marks', { text: 'صَبْر' }, ['Patience']],
    ['both', { verseKey: '2:1', text: 'cow' }, ['The Cow ']],
    ['a text that is in none', { text: 'mercy' }, []],
  ] as const)('by %s', async (_, filter, found) => {
    expect(await bodies(filter)).toEqual(found)
  })

  it('the latest first', async () => {
    expect(await bodies({}, 'newest')).toEqual(['From one', 'The Cow ', 'Patience', 'About th'])
    const [last] = await user.query(allNotes({}, 'newest'))
    await scene.pass(60_000)
    await user.notes.edit(last!.key, 'Changed')
    const [{ createdAt, updatedAt } = last!] = await user.query(allNotes({}, 'newest'))
    expect([createdAt, updatedAt! - createdAt!]).toEqual([last!.createdAt, 60_000 - 3])
  })

  it('a verse is kept as a range of one', async () => {
    expect((await user.query(allNotes({ verseKey: '12:18' })))[0]!.ranges).toEqual([
      '12:18-12:18',
      '114:1-114:1',
    ])
  })
})
