import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'

// While you develop, the page's own server passes requests on to the sandbox. Its relay knows the usual port alone.
const server = {
  strictPort: true,
  proxy: { '/content': 'http://127.0.0.1:4600', '/token': 'http://127.0.0.1:8787' },
}

export default defineConfig({
  worker: { format: 'es' },
  // Vite does not look into workers for what it has to prepare, and would reload the first page once it has found this one.
  optimizeDeps: { include: ['waraq/worker'] },
  server,
  preview: server,
  plugins: [
    VitePWA({
      registerType: 'autoUpdate',
      injectRegister: 'script-defer',
      manifest: false,
      workbox: { globPatterns: ['**/*.{html,js,css}'] },
    }),
  ],
})
