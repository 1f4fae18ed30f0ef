/**
 * The plugin for Vite: while you develop, a service in a box answers below one path of the page's own server; and what is built opens
 * offline.
 */
import type { Connect, Plugin, PluginOption } from 'vite'
import type { VitePWAOptions } from 'vite-plugin-pwa'

export interface WaraqPluginOptions {
  /** The `endpoint` of `createWaraq`: a path. Default `/waraq`. */
  readonly endpoint?: string | undefined
  /** What the sandbox has: `full`, every chapter and kind of content, or `small`, two short chapters. Default `full`. */
  readonly sandbox?: 'full' | 'small' | undefined
  /**
   * The service worker by which the application opens offline, made by `vite-plugin-pwa`: its options (`VitePWAOptions`) beside the
   * defaults. False: none, or one of your own. Default true.
   */
  // Its types would ask applications to skip the checks of libraries.
  readonly offline?: boolean | Readonly<Record<string, unknown>> | undefined
}

/** Needs `@waraq/sandbox` while you develop, and `vite-plugin-pwa` unless `offline` is false. */
export function waraq({
  endpoint = '/waraq',
  sandbox = 'full',
  offline = true,
}: WaraqPluginOptions = {}): PluginOption[] {
  return [service(endpoint.replace(/\/+$/, ''), sandbox), offline !== false && shell(endpoint, offline)]
}

/** For `vite` and `vite preview`: both serve the page and what it asks. */
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

/** All files of the application, the library's worker among them, kept by a service worker. */
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
      // The server's answers are no pages of the application.
      navigateFallbackDenylist: [new RegExp(`^${endpoint.replaceAll(/[^\w/-]/g, String.raw`\$&`)}/`)],
      ...given.workbox,
    },
  })
}
