import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { WaraqDatabase } from './database.ts'
import { openWriter, storeManifest, verse } from './layers.test-support.ts'
import { holdsEachKey, locateKeys } from './locate-keys.ts'
import { packSegment } from './segment.ts'
import type { Writer } from './writer.ts'

let db: WaraqDatabase
let writer: Writer
beforeEach(async () => void ({ db, writer } = await openWriter()))
afterEach(() => db.close())

describe('keys', () => {
  it('are found where they are, also where the ranges of segments lie across each other', async () => {
    const { id } = await storeManifest(writer, [verse(1), verse(9)], [verse(3), verse(5)], [verse(20)])
    const manifest = (await db.manifests.get(id))!
    const [wide, inner, last] = manifest.segments.map((segment) => segment.id)
    expect(await locateKeys(db, manifest, ['1', '3', '4', '5', '9', '20', '21', 'x'])).toEqual(
      new Map([
        ['1', wide],
        ['9', wide],
        ['3', inner],
        ['5', inner],
        ['20', last],
      ]),
    )
  })
  it('that are consecutive numbers are known without opening their segment', async () => {
    const { id } = await storeManifest(writer, [verse(4), verse(5), verse(6)], [verse(8), verse(10)])
    const manifest = (await db.manifests.get(id))!
    await db.segments('translation').delete(manifest.segments[0]!.id)
    expect([...(await locateKeys(db, manifest, ['5', '8', '9'])).keys()]).toEqual(['5', '8'])
    await db.segments('translation').clear()
    await expect(locateKeys(db, manifest, ['8'])).rejects.toMatchObject({ name: 'DamageError' })
  })
})

it.each([
  ['one number', ['7'], true],
  ['consecutive numbers in any order', ['9', '7', '8', '10'], true],
  ['a gap', ['7', '9'], false],
  ['a text beside numbers', ['7', 'a'], false],
  ['a number written in another way', ['7', '08'], false],
])('a segment of %s tells by its range which keys it has: %s', (_, keys, sure) => {
  const rows = keys.map((key) => ({ key, data: { id: 1 } }))
  expect(holdsEachKey(packSegment(1, 'translation', rows).summary)).toBe(sure)
})
