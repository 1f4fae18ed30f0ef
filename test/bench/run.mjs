import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

/** `pnpm bench`. The driver is TypeScript and reads the packages from their sources, so nothing is built beforehand. */
const main = fileURLToPath(new URL('./node/main.ts', import.meta.url))
const conditions = ['waraq-source', 'node', 'module', 'development|production']
const { module } = await runnerImport(main, {
  configFile: false,
  root: fileURLToPath(new URL('.', import.meta.url)),
  logLevel: 'warn',
  resolve: { conditions },
  ssr: { resolve: { conditions } },
})
await module.main(process.argv.slice(2))
