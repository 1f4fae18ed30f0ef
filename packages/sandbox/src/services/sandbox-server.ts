import { waraqServer, type Handler } from '@waraq/relay'
import { nodeListener, type NodeListener } from '@waraq/relay/node'
import { sandboxClientId, sandboxClientSecret } from '../options.ts'
import type { Sandbox } from '../sandbox.ts'

/** Never asked for by a browser: requests go to the sandbox in this process. */
const root = 'http://localhost'

/**
 * An application's server over a sandbox in the same process, below one path: what `waraqServer` has there, and at `sandbox` the
 * sandbox itself with its admin endpoint, recordings and fonts. For servers of development: any page of this machine may ask.
 */
export function sandboxServer(sandbox: Sandbox, path = '/waraq'): Handler {
  const server = waraqServer({
    path,
    authUrl: root,
    contentRoot: `${root}/content`,
    userRoot: root,
    clientId: sandboxClientId,
    clientSecret: sandboxClientSecret,
    // Sandbox content is public. A real server asks here whether the caller is a reader of its own.
    authorize: 'everyone',
    limits: false,
    fetch: (input, init) => sandbox.fetch(new Request(input, init)),
  })
  const own = `${path}/sandbox/`
  return (request, host) => {
    const url = new URL(request.url)
    if (!url.pathname.startsWith(own)) return server(request, host)
    url.pathname = url.pathname.slice(own.length - 1)
    return sandbox.fetch(new Request(url, request))
  }
}

/** The same for a server of Node, such as that of Vite. */
export const sandboxListener = (sandbox: Sandbox, path?: string): NodeListener =>
  nodeListener(sandboxServer(sandbox, path))
