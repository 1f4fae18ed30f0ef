import { isAbort } from '@waraq/protocol'
import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { abortedError, linkedController, throwIfAborted } from './abort.ts'

const cancelled = { code: 'aborted', name: 'AbortError' }
const listenersOf = ({ signal }: AbortController) => getEventListeners(signal, 'abort').length

describe('the error of cancelled work', () => {
  test.each([new Error('enough'), 'text', undefined])(
    'has one shape, with the reason %s as its cause',
    (reason) => {
      const controller = new AbortController()
      controller.abort(reason)
      const error = abortedError(controller.signal)
      expect(error).toMatchObject(cancelled)
      expect(isAbort(error)).toBe(true)
      expect(error.cause).toBe(controller.signal.reason)
    },
  )
  test('is not wrapped a second time', () => {
    const first = abortedError()
    expect(abortedError(AbortSignal.abort(first))).toBe(first)
  })
  test('is thrown where there is a signal that is aborted', () => {
    expect(() => throwIfAborted(AbortSignal.abort())).toThrow(expect.objectContaining(cancelled))
    for (const signal of [undefined, new AbortController().signal])
      expect(() => throwIfAborted(signal)).not.toThrow()
  })
})

describe('a linked controller', () => {
  test('is aborted with any of its signals, for the same reason', () => {
    const [one, two] = [new AbortController(), new AbortController()]
    const { controller } = linkedController([one.signal, undefined, two.signal])
    expect(controller.signal.aborted).toBe(false)
    two.abort('two')
    one.abort('one')
    expect(controller.signal.reason).toBe('two')
  })
  test('is aborted at once where one of them is', () => {
    expect(linkedController([undefined, AbortSignal.abort('enough')]).controller.signal.reason).toBe('enough')
  })
  test('leaves no listener behind', () => {
    const [one, two] = [new AbortController(), new AbortController()]
    const { controller, unlink } = linkedController([one.signal, two.signal])
    unlink()
    expect([listenersOf(one), listenersOf(two)]).toEqual([0, 0])
    one.abort()
    expect(controller.signal.aborted).toBe(false)
  })
})
