import * as z from 'zod/mini'

/** What the token issuer answers to a client-credentials request. */
export const IssuedToken = z.looseObject({
  access_token: z.string().check(z.minLength(1)),
  /** Seconds. */
  expires_in: z.optional(z.unknown()),
  scope: z.optional(z.string()),
  token_type: z.optional(z.string()),
})
export type IssuedToken = z.infer<typeof IssuedToken>

/**
 * What the token relay answers to a reader. A duration, not a date: the clocks of server and device need not agree.
 */
export const RelayedToken = z.object({
  token: z.string().check(z.minLength(1)),
  clientId: z.string().check(z.minLength(1)),
  /** Seconds for which the token may still be used, counted from the answer. */
  expiresIn: z.number().check(z.positive()),
})
export type RelayedToken = z.infer<typeof RelayedToken>

/** Header that every relay request carries: it forces a preflight, so no other site can send one unnoticed. */
export const relayHeader = { name: 'x-relay', value: '1' } as const
