import type { Handler } from '../access/options.ts'
import type { RelayMetrics } from './metrics.ts'

/**
 * Addresses for the operator's tools, on a port of their own that callers do not reach: `/health` (the process answers),
 * `/ready` (callers get what they ask for; 503 otherwise, and while the server ends) and `/metrics`. `hosts`: the values of
 * `Host` that are this server, if only this machine reaches it; they keep out pages whose own name was made to point here.
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
