import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { isAbort, isWaraqError, restoredError, WaraqError, type WaraqErrorOptions } from './error.ts'
import { InvalidFilterError } from './filter.ts'

describe('WaraqError', () => {
  test('carries what it was given', () => {
    const cause = new TypeError('offline')
    const details = { path: '/api/v4/resources/sync' }
    const options: WaraqErrorOptions = {
      code: 'rate_limited',
      message: 'Too often. Wait.',
      retryable: true,
      retryAt: 1_785_600_000_000,
      status: 429,
      details,
      cause,
    }
    const error = new WaraqError(options)
    expect(error).toBeInstanceOf(Error)
    expect({ ...error, message: error.message, cause: error.cause }).toEqual({
      ...options,
      name: 'WaraqError',
    })
    expect(error.cause).toBe(cause)
    expect(error.details).toBe(details)
    expect(String(error)).toBe('WaraqError: Too often. Wait.')
    expect(error.stack).toContain('error.test.ts')
  })

  test('without more than a code and a message is final', () => {
    const error = new WaraqError({ code: 'forbidden', message: 'No.' })
    expect(error).toMatchObject({ retryable: false, details: {} })
    expect(error.retryAt).toBeUndefined()
    expect(error.status).toBeUndefined()
    expect('cause' in error).toBe(false)
  })

  test.each([[null], [0], [''], [false], ['a reason'], [{ a: 1 }]])('keeps the cause %j', (cause) => {
    expect(new WaraqError({ code: 'aborted', message: 'Stopped.', cause }).cause).toBe(cause)
  })
})

describe('restoredError', () => {
  test('keeps a code of another version, and its own word on whether a repeat helps', () => {
    const data = { code: 'of_a_later_version', message: 'New. Wait.', retryable: true, details: { a: 1 } }
    expect(restoredError(data)).toMatchObject(data)
    expect(isWaraqError(restoredError(data))).toBe(true)
    expect(restoredError({ code: 'network', message: 'No.' }).retryable).toBe(false)
  })
})

describe('JSON.stringify', () => {
  const written = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

  test('keeps message, code and causes, wherever the error stands', () => {
    const offline = new WaraqError({
      code: 'network',
      message: 'No answer.',
      retryable: true,
      cause: new TypeError('offline'),
    })
    const error = new WaraqError({
      code: 'internal',
      message: 'Out of luck. Wait.',
      retryAt: 5,
      cause: offline,
    })
    expect(written({ runs: [{ error }] })).toEqual({
      runs: [
        {
          error: {
            name: 'WaraqError',
            code: 'internal',
            message: 'Out of luck. Wait.',
            retryable: false,
            retryAt: 5,
            details: {},
            cause: {
              name: 'WaraqError',
              code: 'network',
              message: 'No answer.',
              retryable: true,
              details: {},
              cause: 'TypeError: offline',
            },
          },
        },
      ],
    })
  })

  test('of a filter error names the part', () => {
    const error = new InvalidFilterError('translations:0', 'ids begin at 1')
    expect(written(error)).toMatchObject({ part: 'translations:0', message: error.message })
  })
})

const elsewhere = (expression: string): unknown => runInNewContext(expression)
const shape = { code: 'network', retryable: true, details: {} }

describe('isWaraqError', () => {
  class Special extends WaraqError {}

  test.each<[string, unknown]>([
    ['an error of this module', new WaraqError({ code: 'internal', message: 'x' })],
    ['a filter error', new InvalidFilterError('translations:0', 'ids begin at 1')],
    ['a subclass', new Special({ code: 'internal', message: 'x' })],
    ['one of another copy of the module', Object.assign(new Error('x'), shape)],
    ['one without details', Object.assign(new Error('x'), { code: 'network', retryable: true })],
    ['one of another copy with another base', Object.assign(new RangeError('x'), shape)],
    ['one of another realm', elsewhere(`Object.assign(new Error('x'), ${JSON.stringify(shape)})`)],
  ])('%s is one', (_, value) => expect(isWaraqError(value)).toBe(true))

  test.each<[string, unknown]>([
    ['an error', new Error('x')],
    ['an error of another realm', elsewhere("new Error('x')")],
    ['a system error', Object.assign(new Error('x'), { code: 'ECONNRESET' })],
    [
      'an error that does not say whether to retry',
      Object.assign(new Error('x'), { code: 'x', details: {} }),
    ],
    ['an error with a numeric code', Object.assign(new Error('x'), { ...shape, code: 20 })],
    ['an error with a vague retryable', Object.assign(new Error('x'), { ...shape, retryable: 'yes' })],
    ['an abort', new DOMException('x', 'AbortError')],
    ['the plain shape', shape],
    ['its clone', structuredClone({ ...shape, message: 'x', name: 'WaraqError' })],
    ['text', 'WaraqError'],
    ['null', null],
    ['undefined', undefined],
    ['a function', () => shape],
  ])('%s is none', (_, value) => expect(isWaraqError(value)).toBe(false))
})

describe('isAbort', () => {
  const renamed = new WaraqError({ code: 'internal', message: 'x' })
  renamed.name = 'AbortError'

  test.each<[string, unknown]>([
    ["a signal's own reason", AbortSignal.abort().reason],
    ['a DOMException', new DOMException('x', 'AbortError')],
    ['an error by that name', Object.assign(new Error('x'), { name: 'AbortError' })],
    ['an error of another realm', elsewhere("Object.assign(new Error('x'), { name: 'AbortError' })")],
    ['a WaraqError with the code', new WaraqError({ code: 'aborted', message: 'x' })],
    ['a renamed WaraqError', renamed],
    ['plain data behind a port', { name: 'AbortError', message: 'x' }],
    ['plain data with the code', { code: 'aborted' }],
  ])('%s is one', (_, value) => expect(isAbort(value)).toBe(true))

  test.each<[string, unknown]>([
    ['a timeout', new DOMException('x', 'TimeoutError')],
    ['another error', new Error('AbortError')],
    ['the old DOM code', { code: 20 }],
    ['a WaraqError', new WaraqError({ code: 'timeout', message: 'aborted', retryable: true })],
    ['one whose cause is an abort', new Error('x', { cause: AbortSignal.abort().reason })],
    ['text', 'AbortError'],
    ['null', null],
    ['undefined', undefined],
    ['an empty object', {}],
    ['one without prototype', Object.create(null)],
  ])('%s is none', (_, value) => expect(isAbort(value)).toBe(false))
})
