// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { isUndoKey, keyAction } from '../../demo/src/keys/key-names.ts'
import { hideWords, hiding, revealWord, wordsToHide } from '../../demo/src/reading/memorise/hiding.ts'
import { clearSaid, said, undoLast } from '../../demo/src/ui/said.ts'

/** Words that are hidden to memorise them, and the keys for it and for undo. */

describe('hidden words', () => {
  afterEach(() => hideWords(false))

  it('are revealed one by one, for each verse by itself', () => {
    revealWord('2:1')
    expect(hiding.get()).toBeNull()
    hideWords(true)
    for (const verse of ['2:1', '2:1', '2:2']) revealWord(verse)
    expect([...hiding.get()!]).toEqual([
      ['2:1', 2],
      ['2:2', 1],
    ])
    hideWords(true)
    expect([...hiding.get()!]).toEqual([])
  })

  it('are those of the recitation, or the parts between spaces', () => {
    const words = [
      { text: 'a ۖ', position: 1 },
      { text: 'b', position: 2 },
    ]
    expect(wordsToHide({ words, text: 'a ۖ b' })).toEqual(['a ۖ', 'b'])
    expect(wordsToHide({ words: [], text: 'a  b c ' })).toEqual(['a', 'b', 'c'])
  })
})

describe('keys', () => {
  it('hide and reveal, in an Arabic layout, too', () => {
    expect(keyAction({ key: 'h', code: 'KeyH', shiftKey: false })).toBe('hide')
    expect(keyAction({ key: 'ص', code: 'KeyW', shiftKey: false })).toBe('reveal')
  })

  it('take back with Control or Command and Z', () => {
    const key = { key: 'z', code: 'KeyZ', shiftKey: false, ctrlKey: false, metaKey: false }
    expect(isUndoKey({ ...key, ctrlKey: true })).toBe(true)
    expect(isUndoKey({ ...key, metaKey: true, key: 'ئ' })).toBe(true)
    expect(isUndoKey(key)).toBe(false)
    expect(isUndoKey({ ...key, ctrlKey: true, shiftKey: true })).toBe(false)
  })
})

describe('undo', () => {
  afterEach(clearSaid)

  it('takes back what was offered, once', () => {
    const undo = vi.fn()
    expect(undoLast()).toBe(false)
    said.set({ text: 'Note deleted.', isProblem: false, isBrief: true, undo })
    expect(undoLast()).toBe(true)
    expect(undoLast()).toBe(false)
    expect(undo).toHaveBeenCalledTimes(1)
    expect(said.get().text).toBeNull()
  })

  it('is not offered any more once something else is said', () => {
    said.set({ text: 'Note deleted.', isProblem: false, isBrief: true, undo: () => undefined })
    said.set({ text: 'Note saved.', isProblem: false })
    expect(undoLast()).toBe(false)
  })
})
