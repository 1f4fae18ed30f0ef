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
    // A service worker keeps all built files, so that the page and the engine's worker open without a network.
    VitePWA({
      registerType: 'autoUpdate',
      injectRegister: 'script-defer',
      manifest: false,
      workbox: { globPatterns: ['**/*.{html,js,css}'] },
    }),
  ],
})
