import * as z from 'zod/mini'

/** Text that a request header can carry: anything else would fail when the request is made, far from its source. */
const headerText = /* @__PURE__ */ z.string().check(z.regex(/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/))

/** What the token issuer answers to a client-credentials request. */
export const IssuedToken = z.looseObject({
  access_token: headerText,
  /** Seconds. Of any shape, because a token is of use even if its lifetime cannot be read. */
  expires_in: z.optional(z.unknown()),
  scope: z.optional(z.string()),
  token_type: z.optional(z.string()),
})
export type IssuedToken = z.infer<typeof IssuedToken>

/**
 * What the token relay answers to a reader. A duration, not a date: the clocks of server and device need not agree.
 */
export const RelayedToken = z.object({
  token: headerText,
  clientId: headerText,
  /** Seconds for which the token may still be used, counted from the answer. */
  expiresIn: /* @__PURE__ */ z.number().check(z.positive()),
})
export type RelayedToken = z.infer<typeof RelayedToken>

/** Header that every relay request carries: it forces a preflight, so no other site can send one unnoticed. */
export const relayHeader = { name: 'x-relay', value: '1' } as const

/**
 * Parameter of a query that makes an address unique, so that no cache answers in the server's place. It means nothing: servers
 * ignore it, and a proxy leaves it out.
 */
export const uniqueParameter = '_'

/** Header by which a request to a proxy of user data says whose data it is about: the `account` of the session. */
export const accountHeader = 'x-relay-account'
