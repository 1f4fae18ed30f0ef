import { describe, expect, it } from 'vitest'
import { nearestName, packageNameOf } from './main.ts'

describe('the name of the package is the last part of the folder', () => {
  it.each([
    ['my-reader', 'my-reader'],
    ['apps/reader2/', 'reader2'],
    ['../a_b.c', 'a_b.c'],
    ['.', 'here'],
  ])('%s', (folder, name) => expect(packageNameOf(folder, '/home/here')).toBe(name))
})

describe('a name that npm would refuse is refused, with another one', () => {
  it.each([
    ['My Reader', 'my-reader'],
    ['.hidden', 'hidden'],
    ['_private', 'private'],
    ['-rf', 'rf'],
    ['قارئ', 'my-reader'],
    ['reader!', 'reader'],
    ['node_modules', 'my-reader'],
    ['fs', 'my-reader'],
    ['a'.repeat(215), 'a'.repeat(214)],
    ['/', 'my-reader'],
  ])('%s', (folder, other) => {
    expect(() => packageNameOf(folder, '/home/here')).toThrowError(
      expect.objectContaining({
        code: 'invalid_name',
        remedy: `Take another folder, such as ${other}.`,
      }),
    )
    expect(packageNameOf(nearestName(folder), '/home/here')).toBe(other)
  })
})
