import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { compressBuild } from './scripts/compress.mjs'
import { staticComponents } from './static-components.ts'

/** A link that loads nothing until it is given its `rel`. */
const later = (name: string, preload: string, rel: string) =>
  `<link data-preload="${preload}" data-rel="${rel}" crossorigin href="/${name}">`

const deciding = '<script src="/first-paint.js">'

/**
 * Names the scripts that make the page, which the entry imports later, the font of the text, and what a first visit is for: the
 * configuration and the library's screen. `public/first-paint.js` preloads those that the address needs at once.
 */
const preloads: Plugin = {
  name: 'preloads',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const scriptsOf = (...modules: string[]) => {
        const needed = new Set(
          chunks.filter(({ facadeModuleId }) => modules.some((module) => facadeModuleId?.endsWith(module))),
        )
        for (const chunk of needed)
          for (const other of chunks) if (chunk.imports.includes(other.fileName)) needed.add(other)
        return [...needed].map(({ fileName }) => fileName).filter((name) => !html.includes(name))
      }
      const scripts = scriptsOf('/src/start.tsx')
      const library = scriptsOf('/src/rest.ts', '/src/screens/library/LibraryPage.tsx')
      // No preload is for workers; what is prefetched lies in the browser's cache when the page starts one.
      const workers = Object.keys(bundle).filter((name) => /\/engine-worker-[^/]*\.js$/.test(name))
      // Verses that are painted before their font has loaded would be laid out twice.
      const fonts = Object.keys(bundle).filter((name) =>
        /\/scheherazade-new-arabic-400-[^/]*\.woff2$/.test(name),
      )
      const links = [
        later('config.json', 'first', 'preload" as="fetch'),
        ...scripts.map((name) => later(name, 'page', 'modulepreload')),
        ...library
          .filter((name) => !scripts.includes(name))
          .map((name) => later(name, 'first', 'modulepreload')),
        ...workers.map((name) => later(name, 'first', 'prefetch')),
        ...fonts.map((name) => later(name, 'text', 'preload" as="font')),
      ]
      return html.replace(deciding, `${links.join('\n    ')}\n    ${deciding}`)
    },
  },
}

/** Last, because the service worker is a build after the build. */
const compress: Plugin = {
  name: 'compress',
  enforce: 'post',
  apply: 'build',
  closeBundle: {
    sequential: true,
    order: 'post',
    handler: () => compressBuild(fileURLToPath(new URL('dist', import.meta.url))),
  },
}

export default defineConfig({
  // Workspace packages are read from their sources, without a build in between. Workers are built with the same.
  resolve: { conditions: ['waraq-source', ...defaultClientConditions] },
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    // The Content-Security-Policy admits neither inline scripts nor data: fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) => `assets/${name.startsWith('shared') ? 'shared' : '[name]'}-[hash].js`,
        // Each file costs a slow line a turn, and a service worker a moment: what the page starts with is one file, and small
        // modules that screens share are put together.
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 1 },
            // What it is put together with could import a file that imports React.
            { name: 'shared-react', test: /node_modules\/(?:react|react-dom|scheduler)\// },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 20_000 },
          ],
        },
      },
    },
  },
  plugins: [
    staticComponents(),
    react(),
    preloads,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src',
      filename: 'service-worker.ts',
      registerType: 'prompt',
      // `src/updates.ts` registers it.
      injectRegister: null,
      injectManifest: { rollupFormat: 'es', globPatterns: ['**/*.{html,js,css,svg,png,woff2}'] },
      manifest: {
        id: '/',
        name: 'Waraq',
        short_name: 'Waraq',
        description: 'The Quran and its translations, online and offline.',
        lang: 'en',
        start_url: '/',
        display: 'standalone',
        background_color: '#f7f3ea',
        theme_color: '#1f5f4a',
        icons: [
          { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
          { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
        shortcuts: [
          { name: 'Continue reading', url: '/#/continue' },
          { name: 'Search', url: '/#/search' },
          { name: 'Library', url: '/#/library' },
        ],
      },
    }),
    compress,
  ],
})
