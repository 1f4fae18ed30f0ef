import { fileURLToPath } from 'node:url'
import { startTokenRelay } from '@waraq/relay/node'
import { createSandbox, sandboxClientId, sandboxClientSecret } from '@waraq/sandbox'
import { readBuiltFiles } from './built-files.mjs'
import { createReaderServer } from './reader-server.mjs'

const builtReader = fileURLToPath(new URL('../dist', import.meta.url))

/** @typedef {import('./serve.d.mts').DemoPorts} DemoPorts */

/**
 * Sandbox and relay, which stop and start again on the ports that they took first.
 *
 * @param {import('@waraq/sandbox').Sandbox} sandbox
 * @param {readonly string[]} readerOrigins
 */
function contentServices(sandbox, readerOrigins) {
  /** @type {(() => Promise<void>)[]} */
  let running = []
  const stop = async () => {
    const closers = running
    running = []
    await Promise.all(closers.map((close) => close()))
  }
  return {
    stop,
    /** @param {{ sandbox: number, relay: number }} ports */
    async start(ports) {
      const service = await sandbox.listen(ports.sandbox)
      running.push(() => service.close())
      const relay = await startTokenRelay({
        authUrl: service.authUrl,
        clientId: sandboxClientId,
        // The secret stays in this process; pages get short-lived tokens from the relay.
        clientSecret: sandboxClientSecret,
        allowedOrigins: readerOrigins,
        // Sandbox content is public. A real relay asks here whether the caller is a reader of its own.
        authorize: () => true,
        port: ports.relay,
      })
      running.push(() => relay.close())
      return {
        config: { contentRoot: service.contentRoot, relay: relay.url, admin: `${service.url}/admin` },
        ports: { sandbox: Number(new URL(service.url).port), relay: relay.port },
      }
    },
  }
}

/**
 * @param {DemoPorts} ports
 * @param {Map<string, import('./built-files.mjs').BuiltFile>} files
 * @param {import('@waraq/sandbox').Sandbox} sandbox
 * @param {readonly string[]} audio
 */
async function listenOn(ports, files, sandbox, audio) {
  const reader = createReaderServer(files)
  /** @type {ReturnType<typeof contentServices> | undefined} */
  let services
  try {
    const port = await reader.listen(ports.reader ?? 0)
    services = contentServices(sandbox, [`http://127.0.0.1:${port}`, `http://localhost:${port}`])
    const started = await services.start({ sandbox: ports.sandbox ?? 0, relay: ports.relay ?? 0 })
    reader.serve({ ...started.config, audio })
    return { reader, services, started, url: `http://127.0.0.1:${port}/` }
  } catch (error) {
    await Promise.all([reader.close(), services?.stop()])
    throw error
  }
}

/**
 * All ports that were asked for, or free ones for all: an installed reader keeps the policy that it was served with, and
 * the policy names the other two, so an address of the reader must always go with the same services.
 *
 * @type {typeof listenOn}
 */
async function listenOnPreferred(ports, files, sandbox, audio) {
  try {
    return await listenOn(ports, files, sandbox, audio)
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EADDRINUSE') throw error
    return listenOn({}, files, sandbox, audio)
  }
}

/** @type {typeof import('./serve.d.mts').startDemo} */
export async function startDemo({ ports = {}, content = 'full', audio = [] } = {}) {
  const files = await readBuiltFiles(builtReader)
  // A restarted sandbox forgets its log. Its sequences must not fall behind what browsers have already seen.
  const sandbox = createSandbox({ content, firstSequence: Math.floor(Date.now() / 1000) })
  const { reader, services, started, url } = await listenOnPreferred(ports, files, sandbox, audio)
  return {
    url,
    ...started.config,
    sandbox,
    files,
    stopReader: () => reader.close(),
    stopServices: () => services.stop(),
    startServices: async () => void (await services.start(started.ports)),
    close: async () => void (await Promise.all([reader.close(), services.stop()])),
  }
}
