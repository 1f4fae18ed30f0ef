import type { Handler } from '../access/options.ts'
import type { RelayMetrics } from './metrics.ts'

/**
 * What the operator's tools ask, on a port of its own that callers do not reach: `/health` (the process answers), `/ready`
 * (callers get what they ask for; 503 otherwise, and while the server ends) and `/metrics`. `hosts`: values of `Host` that are
 * this server, where only this machine reaches it; a page of a foreign name that was made to point here learns nothing.
 */
export function adminHandler(
  metrics: RelayMetrics,
  isEnding: () => boolean,
  hosts?: readonly string[],
): Handler {
  const text = (body: string, status = 200, type = 'text/plain; charset=utf-8') =>
    new Response(body, { status, headers: { 'content-type': type, 'cache-control': 'no-store' } })
  return async (request) => {
    if (hosts && !hosts.includes(request.headers.get('host')?.toLowerCase() ?? ''))
      return text('another host\n', 403)
    if (request.method !== 'GET') return text('method\n', 405)
    switch (new URL(request.url).pathname) {
      case '/health':
        return text('ok\n')
      case '/ready':
        return metrics.isReady() && !isEnding() ? text('ready\n') : text('not ready\n', 503)
      case '/metrics':
        return text(await metrics.text(), 200, metrics.contentType)
      default:
        return text('nothing here\n', 404)
    }
  }
}
