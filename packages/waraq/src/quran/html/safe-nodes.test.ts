import { expect, it } from 'vitest'
import { safeNodes } from './safe-nodes.ts'

it('without a DOM, says so for any text', () => {
  for (const html of ['<b>x</b>', 'words', ''])
    expect(() => safeNodes(html)).toThrow(expect.objectContaining({ code: 'no_dom', retryable: false }))
})
