/** A server that is measured: a bare one, or the relay, with what its first argument says of it. */
import { serve as serveBare } from '@hono/node-server'
import { startRelay, type NodeRelayOptions } from '@waraq/relay/node'
import { Hono } from 'hono'

const [, , name = '', upstream = ''] = process.argv
/** The least that a handler of this kind does: read a body, answer with JSON, pass on a stream. */
function bare(): Hono {
  const app = new Hono()
  app.post('/token', async (c) => {
    await c.req.json()
    return c.json({ token: 'x'.repeat(600), clientId: 'client-1', expiresIn: 3_600 })
  })
  app.get('/content/*', async (c) => {
    const answer = await fetch(upstream + new URL(c.req.url).pathname)
    return new Response(answer.body, { headers: { 'content-type': 'application/json' } })
  })
  return app
}

const mostConcurrent: Readonly<Record<string, NonNullable<NodeRelayOptions['mostConcurrent']>>> = {
  usual: { perClient: 5_000 },
  // A fifth of the default: on one machine each connection that reads nothing fills megabytes of its buffers.
  shared: { all: 100 },
}

const tell = (port: number) => process.stdout.write(`Port: ${port}\n`)
process.on('SIGINT', () => process.exit())
process.on('message', () => process.send?.(process.memoryUsage().rss))

if (name === 'bare')
  serveBare({ fetch: bare().fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => tell(port))
else {
  const { port } = await startRelay({
    authUrl: upstream,
    contentRoot: `${upstream}/content`,
    clientId: 'client-1',
    clientSecret: 'CANARY-SECRET-of-the-relay',
    allowedOrigins: ['https://reader.example'],
    authorize: 'everyone',
    limits: false,
    modes: ['tokens', 'proxy'],
    compress: name === 'gzip',
    mostConcurrent: mostConcurrent[name] ?? { all: 5_000, perClient: 5_000 },
    // Its callers say where they come from.
    trustedProxies: name === 'shared' ? 1 : 0,
    port: 0,
    ownsProcess: true,
    log: () => undefined,
  })
  tell(port)
}
