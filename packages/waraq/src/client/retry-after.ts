/** Longest wait that the service can ask for. A date in the year 3000 is a mistake. */
const longestMs = 3_600_000

const imfDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/
const olderDate = /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/

/**
 * An HTTP date in milliseconds since the epoch; null for anything else. Only forms that name GMT count: `Date.parse`
 * alone would take far more, some of it in local time.
 */
export function parseHttpDate(text: string | null | undefined): number | null {
  const trimmed = text?.trim() ?? ''
  if (!imfDate.test(trimmed) && !olderDate.test(trimmed)) return null
  const time = Date.parse(trimmed)
  return Number.isNaN(time) ? null : time
}

/**
 * How long a `Retry-After` header asks to wait, in milliseconds from 0 to one hour; null where it is absent or means
 * nothing. A date is measured against `serverTime`, the same answer's `Date`, because the device's clock may be wrong by
 * years; only without one against `now`.
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

/** When an answer says that it wants to be asked again, in milliseconds since the epoch by this device's clock. */
export function retryAtOf({ headers }: Pick<Response, 'headers'>, now: number): number | undefined {
  const waitMs = parseRetryAfter(headers.get('retry-after'), parseHttpDate(headers.get('date')), now)
  return waitMs === null ? undefined : now + waitMs
}

function httpDateWait(text: string, from: number): number | null {
  const time = parseHttpDate(text)
  return time === null ? null : time - from
}
