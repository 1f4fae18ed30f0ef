import { expect, it } from 'vitest'
import { chapterTable, sharedNames } from './chapter-table.ts'
import { chaptersNamed } from './chapter-names.ts'
import { bareLetters } from './spelling.ts'

it('each name stands for its own chapter', () => {
  const lines = chapterTable.split('\n')
  expect(lines).toHaveLength(114)
  const wrong = lines.flatMap((line, at) =>
    line.split(/[ |]/).flatMap((name) => {
      const [first] = chaptersNamed([bareLetters(name)])
      return first === at + 1 || name in sharedNames ? [] : [`${name}: ${first}, not ${at + 1}`]
    }),
  )
  expect(wrong).toEqual([])
})
