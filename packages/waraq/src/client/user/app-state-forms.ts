import { isJsonObject } from '@waraq/protocol'
import { invalidArgument } from './arguments.ts'
import type { OwnForms } from './operation.ts'

/** Call options that are sent as headers, each with its header. */
const headers = {
  ifMatch: 'if-match',
  ifNoneMatch: 'if-none-match',
  idempotencyKey: 'idempotency-key',
} as const

/**
 * Forms that only App State has: headers that name the replaced state and identify the write, and a code for the reason of a
 * refusal. That code is `details.error` or its `code`.
 */
export const appStateForms: OwnForms = {
  headers: (name, options) => {
    const given = (Object.keys(headers) as (keyof typeof headers)[]).flatMap((option) => {
      const value = options[option]
      if (value === undefined) return []
      if (!/^[\x21-\x7e]{1,256}$/.test(value)) throw invalidArgument(name, [option])
      return [[headers[option], value] as const]
    })
    return Object.fromEntries(given)
  },
  details: ({ body, secrets }) => {
    const details = isJsonObject(body) ? body['details'] : undefined
    const error = isJsonObject(details) ? details['error'] : undefined
    const code = isJsonObject(error) ? error['code'] : error
    const isWord = typeof code === 'string' && /^[a-z_]{1,64}$/.test(code) && !secrets.includes(code)
    return isWord ? { serviceCode: code } : {}
  },
}
