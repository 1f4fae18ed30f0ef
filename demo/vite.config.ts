import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'

export default defineConfig({
  // Workspace packages are read from their sources, without a build in between. Workers are built with the same.
  resolve: { conditions: ['waraq-source', ...defaultClientConditions] },
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    // The Content-Security-Policy admits neither inline scripts nor data: fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  plugins: [
    react(),
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
        description: 'Translations of the Quran, kept on the device.',
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
      },
    }),
  ],
})
