import { afterEach, describe, expect, it } from 'vitest'
import { allNotes } from './view/note-queries.ts'
import { favorites, marksOfChapter } from './view/queries.ts'
import { stage, type Stage } from './stage.test-support.ts'

let scene: Stage
afterEach(() => scene.close())

const minute = 60_000

describe('without a backend', () => {
  it('all is kept on this device, and stays there', async () => {
    scene = stage()
    const user = scene.device().tab({ connection: undefined, session: undefined })
    await user.favorite('2:255')
    await user.account.check()
    await scene.pass(minute)
    expect(await user.query(favorites())).toMatchObject([{ verseKey: '2:255', pending: true }])
    expect(user.account.get()).toEqual({ account: null, session: 'signed_out', scope: null })
    expect(scene.sandbox.requests).toEqual([])
  })
  it('highlights, collections and all reading bookmarks are kept as well', async () => {
    scene = stage()
    const user = scene.device().tab({ connection: undefined, session: undefined })
    await user.highlight('2:255', 'blue')
    await user.highlight('2:255', 'red')
    const key = await user.collections.create('Ramadan')
    await user.collections.add(key, '2:183')
    await user.setReadingBookmark('2:1', { slot: 3 })
    const marks = await user.query(marksOfChapter(2))
    expect([...marks.highlights]).toMatchObject([['2:255', { color: 'red', pending: true }]])
    expect([...marks.collections]).toEqual([['2:183', [key]]])
    expect([...marks.reading.keys()]).toEqual(['2:1'])
    const other = scene.device().tab({ connection: undefined, session: undefined })
    await other.import(await user.export())
    expect((await other.query(marksOfChapter(2))).highlights.get('2:255')).toMatchObject({ color: 'red' })
  })
  it('a note is as short as its person likes, and longer with a backend, as the service wants it', async () => {
    scene = stage()
    const user = scene.device().tab({ connection: undefined, session: undefined })
    const ranges = ['2:255-2:255']
    expect(user.notes.limits()).toEqual({ least: 1, most: 10_000 })
    await user.notes.write({ body: '🤲', ranges })
    const [note] = await user.query(allNotes())
    await user.notes.edit(note!.key, 'ok')
    await user.import({ kind: 'waraq-user-data', version: 1, notes: [{ body: '…', ranges }] })
    expect((await user.query(allNotes())).map(({ body }) => body).sort()).toEqual(['ok', '…'])
    const other = await scene.device().open()
    expect(other.notes.limits()).toEqual({ least: 6, most: 10_000 })
    for (const body of ['🤲', '🤲🤲🤲', '🤲'.repeat(5)])
      await expect(other.notes.write({ body, ranges })).rejects.toMatchObject({ code: 'invalid_argument' })
  })
  it.each(['connection', 'session'] as const)('half a backend is refused: no %s', (missing) => {
    scene = stage()
    const open = () => scene.device().tab({ [missing]: undefined })
    expect(open).toThrowError(expect.objectContaining({ code: 'invalid_option' }))
  })
})
