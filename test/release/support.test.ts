import { expect, it } from 'vitest'
import { withPart } from './support.mjs'

it('puts a text into its part, in the place of what was there', () => {
  const document = '# A\n\n<!-- one -->\n\nold\n\n<!-- end of one -->\n\n<!-- two -->\n<!-- end of two -->\n'
  const changed = withPart(document, 'one', '| new |\n')
  expect(changed).toBe(document.replace('old', '| new |'))
  expect(withPart(changed, 'one', '| new |')).toBe(changed)
  expect(() => withPart(document, 'three', '')).toThrow('no part three')
})
