import type { Handler } from './access/options.ts'

/** Creates a handler at its first request, so that a build that imports it needs no configuration. */
export function onFirstRequest(make: () => Handler): Handler {
  let handler: Handler | undefined
  return async (request, host) => (handler ??= make())(request, host)
}
