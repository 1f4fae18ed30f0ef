import * as z from 'zod/mini'

/** Text that a request header can carry. Other text would only fail when the request is made, far from its source. */
const headerText = /* @__PURE__ */ z.string().check(z.regex(/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/))

/** Response of the token issuer to a client-credentials request. */
export const IssuedToken = z.looseObject({
  access_token: headerText,
  /** Seconds. Any shape is accepted, because a token is useful even if its lifetime cannot be read. */
  expires_in: z.optional(z.unknown()),
  scope: z.optional(z.string()),
  token_type: z.optional(z.string()),
})
export type IssuedToken = z.infer<typeof IssuedToken>

/** Response of the token relay. The lifetime is a duration, not a date, because the clocks of server and device may differ. */
export const RelayedToken = z.object({
  token: headerText,
  clientId: headerText,
  /** Seconds for which the token may still be used, counted from the response. */
  expiresIn: /* @__PURE__ */ z.number().check(z.positive()),
})
export type RelayedToken = z.infer<typeof RelayedToken>

/** Header of every relay request. It forces a preflight, so no other site can send such a request unnoticed. */
export const relayHeader = { name: 'x-relay', value: '1' } as const

/**
 * Query parameter that makes an address unique, so that no cache answers instead of the server. It has no meaning: servers
 * ignore it, and a proxy removes it.
 */
export const uniqueParameter = '_'

/** Header with which a request to a proxy of user data names its account: the `account` of the session. */
export const accountHeader = 'x-relay-account'
