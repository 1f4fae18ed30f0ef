import { fileURLToPath } from 'node:url'
import { startTokenRelay } from '@waraq/relay/node'
import { createSandbox, sandboxClientId, sandboxClientSecret } from '@waraq/sandbox'
import { preview } from 'vite'

/**
 * Serves the built example beside a sandbox and a relay of its own: `pnpm --filter @waraq/example-vue build`, then `start`.
 */
const port = Number(process.env['PORT'] ?? 4183)
const service = await createSandbox({ content: 'small' }).listen()
const relay = await startTokenRelay({
  authUrl: service.authUrl,
  clientId: sandboxClientId,
  // The secret stays in this process; the page gets short-lived tokens from the relay.
  clientSecret: sandboxClientSecret,
  allowedOrigins: [`http://127.0.0.1:${port}`],
  // Sandbox content is public. A real relay asks here whether the caller is a reader of its own.
  authorize: () => true,
  port: 0,
})
const config = JSON.stringify({ contentRoot: service.contentRoot, relay: relay.url })

const server = await preview({
  root: fileURLToPath(new URL('..', import.meta.url)),
  preview: { host: '127.0.0.1', port, strictPort: true },
  plugins: [
    {
      name: 'config',
      configurePreviewServer: ({ middlewares }) => {
        middlewares.use('/config.json', (_request, response) => {
          response.setHeader('content-type', 'application/json')
          response.end(config)
        })
      },
    },
  ],
})
console.log(`Open  ${server.resolvedUrls?.local[0] ?? `http://127.0.0.1:${port}/`}`)
console.log('Stop with Ctrl+C.')

for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    void Promise.all([server.close(), relay.close(), service.close()]).then(() => process.exit(0))
  })
