import { createContentProxy } from '@waraq/relay'
import { nodeListener } from '@waraq/relay/node'
import { sandboxClientId, sandboxClientSecret } from '@waraq/sandbox'
import { startServices } from '@waraq/sandbox/services'

/**
 * A sandbox, and the relay or proxy between it and the reader.
 *
 * @typedef {object} Services
 * @property {string} contentRoot
 * @property {string} recordingsBase base of the relative addresses of recordings
 * @property {import('waraq/client').RelayOption} relay as in the reader's configuration
 * @property {string} admin
 * @property {{ readonly sandbox: number, readonly relay?: number }} ports
 * @property {{ readonly path: string, readonly listener: import('@waraq/relay/node').NodeListener }} [mounted] handler for the reader's own server
 * @property {() => Promise<void>} close
 */

/** @typedef {{ readonly origins: readonly string[], readonly ports: import('./serve.d.mts').DemoPorts }} Around */

/** @type {(sandbox: import('@waraq/sandbox').Sandbox, around: Around) => Promise<Services>} */
const withTokens = startServices

/** @type {typeof withTokens} */
async function withProxy(sandbox, { origins, ports }) {
  const { contentRoot, recordingsBase, authUrl, url, close } = await sandbox.listen(ports.sandbox ?? 0)
  const path = '/content'
  const handler = createContentProxy({
    authUrl,
    clientId: sandboxClientId,
    // The secret and the tokens stay in this process.
    clientSecret: sandboxClientSecret,
    contentRoot,
    path,
    allowedOrigins: origins,
    allowedHosts: origins.map((origin) => new URL(origin).host),
    // Sandbox content is public. A real proxy checks here whether the caller is one of its own readers.
    authorize: 'everyone',
  })
  const relay = { proxy: path }
  const mounted = { path, listener: nodeListener(handler) }
  return {
    contentRoot,
    recordingsBase,
    relay,
    admin: `${url}/admin`,
    ports: { sandbox: Number(new URL(url).port) },
    mounted,
    close,
  }
}

export const startBy = { tokens: withTokens, proxy: withProxy }
