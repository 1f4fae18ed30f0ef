/** Longest wait that the service can request, in milliseconds. A date in the year 3000 is a mistake. */
const longestMs = 3_600_000

const imfDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/
const olderDate = /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/

/**
 * Parses an HTTP date. Returns milliseconds since the epoch; null for anything else. Only forms that name GMT count:
 * `Date.parse` accepts far more, some of it in local time.
 */
export function parseHttpDate(text: string | null | undefined): number | null {
  const trimmed = text?.trim() ?? ''
  if (!imfDate.test(trimmed) && !olderDate.test(trimmed)) return null
  const time = Date.parse(trimmed)
  return Number.isNaN(time) ? null : time
}

/**
 * Parses a `Retry-After` header. Returns the wait in milliseconds, from 0 to one hour; null if the header is absent or
 * invalid. A date is compared with `serverTime`, the `Date` of the same answer, because the device's clock may be wrong by
 * years. Without `serverTime` it is compared with `now`.
 */
export function parseRetryAfter(
  header: string | null | undefined,
  serverTime: number | null,
  now: number,
): number | null {
  const text = header?.trim() ?? ''
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1000 : httpDateWait(text, serverTime ?? now)
  return waitMs === null ? null : Math.min(Math.max(waitMs, 0), longestMs)
}

/**
 * When an answer allows the next request, in milliseconds since the epoch by this device's clock; undefined if it does not
 * say.
 */
export function retryAtOf({ headers }: Pick<Response, 'headers'>, now: number): number | undefined {
  const waitMs = parseRetryAfter(headers.get('retry-after'), parseHttpDate(headers.get('date')), now)
  return waitMs === null ? undefined : now + waitMs
}

function httpDateWait(text: string, from: number): number | null {
  const time = parseHttpDate(text)
  return time === null ? null : time - from
}
