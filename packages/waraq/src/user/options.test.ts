import { afterEach, describe, expect, it } from 'vitest'
import { allNotes, favorites } from './view/queries.ts'
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
