import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'

// The server of the pages passes both services on, as it does for a phone behind a tunnel.
const proxy = { '/content': 'http://127.0.0.1:4600', '/token': 'http://127.0.0.1:8787' }

export default defineConfig({
  worker: { format: 'es' },
  server: { proxy },
  preview: { proxy },
  plugins: [
    react(),
    VitePWA({
      registerType: 'autoUpdate',
      injectRegister: 'script-defer',
      manifest: false,
      workbox: { globPatterns: ['**/*.{html,js,css}'] },
    }),
  ],
})
