import { isJsonObject } from '../../json-object.ts'

const code = 'OutOfSyncError'

/** Whether the body of a 409 says that the feed has changed: the code is in `error`, or in `error` below `details`. */
export function isOutOfSync(body: unknown): boolean {
  return hasCode(body) || (isJsonObject(body) && hasCode(body['details']))
}

const hasCode = (part: unknown) =>
  isJsonObject(part) && isJsonObject(part['error']) && part['error']['code'] === code
