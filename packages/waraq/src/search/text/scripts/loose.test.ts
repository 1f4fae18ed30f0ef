import { expect, it } from 'vitest'
import { loose } from './loose.ts'

it.each([
  ['ھے', 'هي'],
  ['میں'.replace('ی', 'ي'), 'مين'],
  ['گئے', 'گئي'],
  ['كتاب', 'كتاب'],
  ['живой', 'живои'],
  ['word', 'word'],
])('%s is typed as %s on keyboards without its letters', (word, typed) => expect(loose(word)).toBe(typed))
