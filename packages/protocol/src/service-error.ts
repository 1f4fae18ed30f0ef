import * as z from 'zod/mini'
import { word } from './json.ts'
import type { ContentSyncErrorCode, StandardErrorType } from './vocabulary.ts'

/** Body of a failed request on both APIs. */
export const StandardError = z.looseObject({
  message: z.string(),
  type: word<StandardErrorType>(),
  success: z.literal(false),
})
export type StandardError = z.infer<typeof StandardError>

/** Body of a failed sync or snapshot request whose cause the client can act on. */
export const ContentSyncError = z.looseObject({
  error: z.looseObject({
    code: word<ContentSyncErrorCode>(),
    message: z.optional(z.string()),
  }),
})
export type ContentSyncError = z.infer<typeof ContentSyncError>

/** Error body of the token issuer (RFC 6749, section 5.2). Some bodies also have a `status_code`. */
export const OAuthError = z.looseObject({
  error: /* @__PURE__ */ z.string().check(z.minLength(1)),
  error_description: z.optional(z.string()),
  error_uri: z.optional(z.string()),
})
export type OAuthError = z.infer<typeof OAuthError>
