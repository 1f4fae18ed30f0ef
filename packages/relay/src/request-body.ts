import { isJsonObject } from '@waraq/protocol'
import { readLimited } from './read-limited.ts'

const mostBytes = 1024

/** A caller's report of a token that the service refused, by its SHA-256 in hexadecimal. */
export interface RelayRequest {
  renew: string | undefined
}

/** The request's body; undefined where it is too long or not of the relay's form. Unknown fields are ignored. */
export async function readRelayRequest(request: Request): Promise<RelayRequest | undefined> {
  if (request.bodyUsed) return undefined
  const text = isShort(request) ? await request.text() : await readLimited(request.body, mostBytes)
  if (text === undefined || text.length > mostBytes) return undefined
  try {
    const body: unknown = /^[ \t\r\n]*$/.test(text) ? {} : JSON.parse(text)
    if (!isJsonObject(body)) return undefined
    const renew = body['renew']
    if (renew === undefined) return { renew }
    return typeof renew === 'string' && /^[0-9a-f]{64}$/.test(renew) ? { renew } : undefined
  } catch {
    return undefined
  }
}

/** Whether the declared length is short. Servers read no more than that, and reading it at once is cheaper than a stream. */
function isShort({ headers }: Request): boolean {
  const length = headers.get('content-length')
  return length !== null && /^\d{1,4}$/.test(length) && Number(length) <= mostBytes
}
