import { parseFilter, WaraqError } from '@waraq/protocol'
import { describe, expect, it } from 'vitest'
import { namingFilter } from './refused-filter.ts'

const filter = 'nobody:1;nobody_else:*;translations:20'
const refusal = (serviceMessage?: string) =>
  new WaraqError({
    code: 'invalid_resources',
    message: 'The service answered 422.',
    status: 422,
    details: { path: '/sync', ...(serviceMessage === undefined ? {} : { serviceMessage }) },
  })

describe('a refusal of the filter', () => {
  it.each([
    [
      'There is no group nobody.',
      'nobody:1',
      'nobody:1 in nobody:1;nobody_else:*;translations:20: There is no group nobody. Correct',
    ],
    [
      'unknown: nobody_else, nobody',
      'nobody:1;nobody_else:*',
      'in nobody:1;nobody_else:*;translations:20: unknown',
    ],
    ['No.', filter, 'refuses the filter nobody:1;nobody_else:*;translations:20: No. Correct it'],
    [undefined, filter, 'refuses the filter nobody:1;nobody_else:*;translations:20. Correct it'],
  ])('with the words %j names the part, and what to do', (words, part, said) => {
    const error = namingFilter(refusal(words), filter, parseFilter(filter))!
    expect(error).toMatchObject({ code: 'invalid_resources', status: 422, retryable: false })
    expect(error.details).toMatchObject({ filter, part, path: '/sync' })
    expect(error.message).toContain(said)
  })
  it('is the only error that is told in other words', () => {
    const other = new WaraqError({ code: 'forbidden', message: 'No.' })
    expect(namingFilter(other, filter, parseFilter(filter))).toBe(other)
    expect(namingFilter(null, filter, parseFilter(filter))).toBeNull()
  })
})
