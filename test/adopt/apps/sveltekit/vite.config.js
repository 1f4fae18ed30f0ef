import { sveltekit } from '@sveltejs/kit/vite'
import { defineConfig } from 'vite'

const server = {
  strictPort: true,
  proxy: { '/content': 'http://127.0.0.1:4600', '/token': 'http://127.0.0.1:8787' },
}

export default defineConfig({
  worker: { format: 'es' },
  optimizeDeps: { include: ['waraq/worker'] },
  server,
  preview: server,
  plugins: [sveltekit()],
})
