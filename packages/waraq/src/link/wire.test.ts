import { InvalidFilterError, WaraqError, restoredError } from '@waraq/protocol'
import { describe, expect, it } from 'vitest'
import { packError, packValue, unpackError, unpackValue } from './wire.ts'

/** Clones a value, as a port does. */
const cross = <T>(value: T): T => structuredClone(value)

describe('errors', () => {
  it('keep code, cause, remedy and what a handler needs', () => {
    const cause = new WaraqError({ code: 'network', message: 'no way', retryable: true, retryAt: 5 })
    const error = restoredError({
      code: 'partial',
      message: 'try later',
      status: 503,
      details: { a: [1] },
      cause,
    })
    const back = unpackError(cross(packError(error)))
    expect(back).toBeInstanceOf(WaraqError)
    expect(back).toMatchObject({
      name: 'WaraqError',
      code: 'partial',
      message: 'try later',
      retryable: false,
      status: 503,
      details: { a: [1] },
      cause: { code: 'network', retryable: true, retryAt: 5 },
    })
    expect(back.stack).toBe(error.stack)
  })
  it('keep their class and remedy', () => {
    const error = new InvalidFilterError('a:0', 'ids begin at 1', 'Did you mean a:1?')
    const back = unpackError(cross(packError(error)))
    expect(back).toBeInstanceOf(InvalidFilterError)
    expect(back.message).toBe(error.message)
    expect(back).toMatchObject({ part: 'a:0', code: 'invalid_filter' })
  })
  it('of other kinds keep name and message, and chains end', () => {
    const endless = new TypeError('round')
    endless.cause = endless
    const back = unpackError(cross(packError(endless)))
    expect(back).toMatchObject({ name: 'TypeError', message: 'round' })
    expect(unpackError(cross(packError('just text'))).message).toBe('just text')
  })
})

describe('values', () => {
  it('cross with the errors inside of them', () => {
    const report = {
      runs: [{ error: restoredError({ code: 'x', message: 'y' }), n: 1, none: null }],
      at: new Map([['k', 1]]),
    }
    const back = unpackValue(cross(packValue(report))) as typeof report
    expect(back.runs[0]!.error).toBeInstanceOf(WaraqError)
    expect(back).toMatchObject({ runs: [{ n: 1, none: null }] })
    expect(back.at.get('k')).toBe(1)
  })
})
