import vue from '@vitejs/plugin-vue'
import { defaultClientConditions, defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'

export default defineConfig({
  // Workspace packages are read from their sources, without a build in between. Workers are built with the same.
  resolve: { conditions: ['waraq-source', ...defaultClientConditions] },
  worker: { format: 'es' },
  build: { target: 'es2022' },
  plugins: [
    vue(),
    // The page itself, the engine's worker and all else that is built: kept by a service worker, opened without a network.
    VitePWA({
      registerType: 'autoUpdate',
      injectRegister: 'script-defer',
      manifest: false,
      workbox: { globPatterns: ['**/*.{html,js,css}'] },
    }),
  ],
})
