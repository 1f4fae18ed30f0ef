/**
 * The Vite plugin. In development, a sandbox of the service answers below one path of the page's own server. The built
 * application requests the library's worker together with its own script, and opens offline.
 */
import type { Connect, Plugin, PluginOption } from 'vite'
import type { VitePWAOptions } from 'vite-plugin-pwa'

export interface WaraqPluginOptions {
  /** The `endpoint` of `createWaraq`: a path. Default `/waraq`. */
  readonly endpoint?: string | undefined
  /** Content of the sandbox: `full`, every chapter and kind of content, or `small`, two short chapters. Default `full`. */
  readonly sandbox?: 'full' | 'small' | undefined
  /**
   * The service worker with which the application opens offline, created by `vite-plugin-pwa`. An object: its options
   * (`VitePWAOptions`), in addition to the defaults. False: no service worker, or your own. Default true.
   */
  // Not `VitePWAOptions`: its types would require applications to skip the checks of libraries.
  readonly offline?: boolean | Readonly<Record<string, unknown>> | undefined
}

/** Creates the plugins. Needs `@waraq/sandbox` in development, and `vite-plugin-pwa` unless `offline` is false. */
export function waraq({
  endpoint = '/waraq',
  sandbox = 'full',
  offline = true,
}: WaraqPluginOptions = {}): PluginOption[] {
  const own = [service(endpoint.replace(/\/+$/, ''), sandbox), preloadedWorker()]
  return [...own, offline !== false && shell(endpoint, offline)]
}

/** For `vite` and `vite preview`: both serve the page and the endpoint that it requests. */
function service(endpoint: string, content: 'full' | 'small'): Plugin {
  const serve = async ({ middlewares }: { readonly middlewares: Connect.Server }) => {
    const [{ createSandbox }, { sandboxListener, sequenceOfNow }] = await Promise.all([
      import('@waraq/sandbox'),
      import('@waraq/sandbox/services'),
    ])
    const made = createSandbox({ content, firstSequence: sequenceOfNow() })
    const listener = sandboxListener(made, endpoint)
    middlewares.use((request, response, next) => {
      if (request.url?.startsWith(`${endpoint}/`)) void listener(request, response)
      else next()
    })
  }
  return { name: 'waraq', configureServer: serve, configurePreviewServer: serve }
}

/** Otherwise the browser would find the worker only when the page's script runs. */
function preloadedWorker(): Plugin {
  let base = '/'
  return {
    name: 'waraq:worker',
    apply: 'build',
    configResolved: (config) => void (base = config.base),
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => /(^|\/)worker\.bundle[^/]*\.js$/.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', href: `${base}${file}` },
            injectTo: 'head',
          })),
    },
  }
}

/** Stores all files of the application, the library's worker included, with a service worker. */
async function shell(endpoint: string, options: true | Readonly<Record<string, unknown>>): Promise<Plugin[]> {
  const { VitePWA } = await import('vite-plugin-pwa')
  const given: Partial<VitePWAOptions> = options === true ? {} : options
  return VitePWA({
    registerType: 'autoUpdate',
    injectRegister: 'script-defer',
    manifest: false,
    ...given,
    workbox: {
      globPatterns: ['**/*.{html,js,css}'],
      // The server's answers are not pages of the application.
      navigateFallbackDenylist: [new RegExp(`^${endpoint.replaceAll(/[^\w/-]/g, String.raw`\$&`)}/`)],
      ...given.workbox,
    },
  })
}
