import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { createTokenRelay } from '@waraq/relay'
import { createSandbox, sandboxClientId, sandboxClientSecret } from '@waraq/sandbox'
import { preview } from 'vite'

const host = '127.0.0.1'

/**
 * The built example on loopback: its server has the token relay, and passes requests for content on to a sandbox. With no
 * port given it takes a free one. Through `sandbox` a test publishes changes.
 */
export async function startExample({ port = 0 } = {}) {
  // A restarted sandbox forgets its log. Its sequences must not fall behind what browsers have already seen.
  const sandbox = createSandbox({ content: 'small', firstSequence: Math.floor(Date.now() / 1000) })
  const service = await sandbox.listen()
  /** @type {import('@waraq/relay').Handler | undefined} */
  let relay
  const server = await preview({
    root: fileURLToPath(new URL('..', import.meta.url)),
    // The preview server does not need the configuration of the build.
    configFile: false,
    preview: { host, port, strictPort: true, proxy: { '/content': { target: service.url } } },
    plugins: [
      {
        name: 'token-relay',
        configurePreviewServer: ({ middlewares }) => {
          const answer = getRequestListener(
            (request) => relay?.(request) ?? new Response(null, { status: 503 }),
          )
          middlewares.use('/token', answer)
        },
      },
    ],
  })
  const { port: taken } = /** @type {import('node:net').AddressInfo} */ (server.httpServer.address())
  const origin = `http://${host}:${taken}`
  relay = createTokenRelay({
    authUrl: service.authUrl,
    clientId: sandboxClientId,
    // The secret stays in this process; the page gets short-lived tokens from the relay.
    clientSecret: sandboxClientSecret,
    allowedOrigins: [origin],
    // Sandbox content is public. A real relay asks here whether the caller is a reader of its own.
    authorize: 'everyone',
  })
  return {
    url: `${origin}/`,
    sandbox,
    close: async () => void (await Promise.all([server.close(), service.close()])),
  }
}
