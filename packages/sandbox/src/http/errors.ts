import {
  standardErrorTypeOfStatus,
  statusOfContentSyncError,
  type JsonObject,
  type StandardErrorType,
} from '@waraq/protocol'

const typeOfStatus: Readonly<Record<number, StandardErrorType>> = standardErrorTypeOfStatus
const statusOfKnownCode: Readonly<Record<string, number>> = statusOfContentSyncError

/** HTTP status of a content-sync error code. */
export function statusOfCode(code: string): number {
  return statusOfKnownCode[code] ?? 422
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
  })
}

/** `{ message, type, success: false }`, and the fields that a fault overwrites. */
export function standardError(
  status: number,
  message: string,
  type?: StandardErrorType,
  more: JsonObject = {},
): Response {
  return json(
    { message, type: type ?? typeOfStatus[status] ?? 'service_error', success: false, ...more },
    status,
  )
}

/** `{ error: { code, message } }` */
export function contentSyncError(code: string, message: string, status = statusOfCode(code)): Response {
  return json({ error: { code, message } }, status)
}

/** An error of the token issuer: RFC 6749, section 5.2. */
export function oauthError(status: number, error: string, description: string): Response {
  const headers: Record<string, string> = { pragma: 'no-cache' }
  if (status === 401) headers['www-authenticate'] = 'Basic realm="oauth2"'
  return json({ error, error_description: description, status_code: status }, status, headers)
}
