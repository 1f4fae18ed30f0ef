import vue from '@vitejs/plugin-vue'
import { defaultClientConditions, defineConfig } from 'vite'

export default defineConfig({
  // Workspace packages are read from their sources, without a build in between. Workers are built with the same.
  resolve: { conditions: ['waraq-source', ...defaultClientConditions] },
  worker: { format: 'es' },
  build: { target: 'es2022' },
  plugins: [vue()],
})
