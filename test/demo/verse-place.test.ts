import { describe, expect, it } from 'vitest'
import { topAgain } from '../../demo/src/reading/verse-at-top.ts'

describe('the place of a verse whose height changes', () => {
  it('is the same while the height is', () => {
    for (const top of [-700, -3, 96, 250]) expect(topAgain({ top, height: 900 }, 900)).toBeCloseTo(top)
  })

  it('is the same where the verse begins below the reading line', () => {
    expect(topAgain({ top: 120, height: 900 }, 300)).toBe(120)
  })

  it('is that of its beginning where no height is known', () => {
    expect(topAgain({ top: -700 }, 300)).toBe(-700)
  })

  it('leaves the part of it at the reading line that was there', () => {
    // Two thirds of it are above the line, 96 pixels below the top of the window.
    const turned = topAgain({ top: 96 - 600, height: 900 }, 300)
    expect(turned).toBe(96 - 200)
    expect(topAgain({ top: turned, height: 300 }, 900)).toBe(96 - 600)
  })
})
