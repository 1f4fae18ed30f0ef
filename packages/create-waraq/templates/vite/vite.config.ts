import { defineConfig } from 'vite'
import { waraq } from 'waraq/vite'

export default defineConfig({
  plugins: [
    // While you develop, it is the service, at /waraq. What is built opens offline.
    waraq(),
  ],
})
