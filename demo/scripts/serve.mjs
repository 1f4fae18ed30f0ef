import { fileURLToPath } from 'node:url'
import { createSandbox } from '@waraq/sandbox'
import { sequenceOfNow } from '@waraq/sandbox/services'
import { readBuiltFiles } from './built-files.mjs'
import { addressOf, createReaderServer } from './reader-server.mjs'
import { startBy } from './services.mjs'
import { userBackend } from './user-backend.mjs'

const builtReader = fileURLToPath(new URL('../dist', import.meta.url))

/** @typedef {import('./serve.d.mts').DemoPorts} DemoPorts */

/**
 * @param {DemoPorts} ports
 * @param {Map<string, import('./built-files.mjs').BuiltFile>} files
 * @param {import('@waraq/sandbox').Sandbox} sandbox
 * @param {readonly string[] | undefined} audio
 * @param {keyof typeof startBy} kind
 */
async function listenOn(ports, files, sandbox, audio, kind) {
  const reader = createReaderServer(files)
  try {
    const port = await reader.listen(ports.reader ?? 0)
    const origins = [`http://127.0.0.1:${port}`, `http://localhost:${port}`]
    const services = await startBy[kind](sandbox, { origins, ports })
    const { contentRoot, recordingsBase, relay, admin, mounted } = services
    const user = userBackend(new URL(admin).origin, origins)
    reader.serve({ contentRoot, relay, user: user.path, admin, audio: audio ?? [recordingsBase] }, [
      user,
      ...(mounted ? [mounted] : []),
    ])
    return { reader, services, origins, port, url: `http://127.0.0.1:${port}/` }
  } catch (error) {
    await reader.close()
    throw error
  }
}

/**
 * Listens on all requested ports, or on free ones for all. An installed reader keeps the policy that it was served with.
 * That policy names the addresses of the services, so one address of the reader must always go with the same services.
 *
 * @type {typeof listenOn}
 */
async function listenOnPreferred(ports, files, sandbox, audio, kind) {
  try {
    return await listenOn(ports, files, sandbox, audio, kind)
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EADDRINUSE') throw error
    return listenOn({}, files, sandbox, audio, kind)
  }
}

/** @type {typeof import('./serve.d.mts').startDemo} */
export async function startDemo({
  ports = {},
  content = 'full',
  audio,
  relay: kind = 'tokens',
  gzip = false,
} = {}) {
  const files = await readBuiltFiles(builtReader)
  const sandbox = createSandbox({
    content,
    gzip,
    firstSequence: sequenceOfNow(),
    // Like a service that supports the new form and still the old one.
    readingBookmarksInFeed: 'both',
  })
  const { reader, services, origins, port, url } = await listenOnPreferred(ports, files, sandbox, audio, kind)
  /** Undefined while the services are stopped. @type {typeof services | undefined} */
  let running = services
  const stopServices = async () => {
    const stopped = running
    running = undefined
    await stopped?.close()
  }
  return {
    url,
    contentRoot: services.contentRoot,
    relay: new URL(addressOf(services.relay), url).href,
    admin: services.admin,
    sandbox,
    files,
    stopReader: () => reader.close(),
    startReader: async () => void (await reader.listen(port)),
    stopServices,
    startServices: async () => {
      running = await startBy[kind](sandbox, { origins, ports: services.ports })
    },
    close: async () => void (await Promise.all([reader.close(), stopServices()])),
  }
}
