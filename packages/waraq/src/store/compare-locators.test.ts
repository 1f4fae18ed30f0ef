import { expect, it } from 'vitest'
import { compareLocators } from './compare-locators.ts'

it('locators sort numbers before strings before nothing', () => {
  expect(['b', null, 10, 'a', 9].sort(compareLocators)).toEqual([9, 10, 'a', 'b', null])
})
