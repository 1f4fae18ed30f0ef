import { WaraqError } from '@waraq/protocol'
import type { Service } from '../../service/service.ts'

/**
 * Has a service do something by an address of its operator: `POST` with `{ "occasion": "rows" }`. 2xx: it is done, and the feed tells
 * it. 404 and 501: it cannot.
 */
export function occasionsAt(
  address: string,
  { fetch: send, signal }: { readonly fetch: typeof fetch; readonly signal: AbortSignal },
): NonNullable<Service['bring']> {
  return async (occasion) => {
    const answer = await send(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ occasion }),
      signal,
    })
    await answer.body?.cancel()
    if (answer.ok) return true
    if (answer.status === 404 || answer.status === 501) return false
    throw new WaraqError({
      code: 'service_failed',
      message: `The address of --occasions answered ${answer.status} to ${occasion}. Look at what it does.`,
      retryable: true,
      status: answer.status,
    })
  }
}
