import { fileURLToPath } from 'node:url'
import { startTokenRelay } from '@waraq/relay/node'
import { createSandbox, sandboxClientId, sandboxClientSecret } from '@waraq/sandbox'
import { preview } from 'vite'

const host = '127.0.0.1'

/**
 * Serves the built files, and what the page is told about its services.
 *
 * @param {number} port
 * @param {() => object} config
 */
function serveFiles(port, config) {
  return preview({
    root: fileURLToPath(new URL('..', import.meta.url)),
    // How it was built does not matter here.
    configFile: false,
    preview: { host, port, strictPort: true },
    plugins: [
      {
        name: 'config',
        configurePreviewServer: ({ middlewares }) => {
          middlewares.use('/config.json', (_request, response) => {
            response.setHeader('content-type', 'application/json')
            response.end(JSON.stringify(config()))
          })
        },
      },
    ],
  })
}

/**
 * The built example beside a sandbox and a token relay of its own, on loopback. With no port given it takes a free one.
 * Through `sandbox` changes are published.
 */
export async function startExample({ port = 0 } = {}) {
  // A restarted sandbox forgets its log. Its sequences must not fall behind what browsers have already seen.
  const sandbox = createSandbox({ content: 'small', firstSequence: Math.floor(Date.now() / 1000) })
  let config = {}
  const server = await serveFiles(port, () => config)
  const { port: taken } = /** @type {import('node:net').AddressInfo} */ (server.httpServer.address())
  const origin = `http://${host}:${taken}`
  const service = await sandbox.listen()
  const relay = await startTokenRelay({
    authUrl: service.authUrl,
    clientId: sandboxClientId,
    // The secret stays in this process; the page gets short-lived tokens from the relay.
    clientSecret: sandboxClientSecret,
    allowedOrigins: [origin],
    // Sandbox content is public. A real relay asks here whether the caller is a reader of its own.
    authorize: () => true,
    port: 0,
  })
  config = { contentRoot: service.contentRoot, relay: relay.url }
  return {
    url: `${origin}/`,
    sandbox,
    close: async () => void (await Promise.all([server.close(), relay.close(), service.close()])),
  }
}
