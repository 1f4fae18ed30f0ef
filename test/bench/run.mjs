import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

/**
 * `pnpm bench`. The driver is TypeScript and reads the packages from their sources, so nothing is built beforehand. It runs
 * while it is imported: afterwards Vite would load nothing more for it.
 */
const main = fileURLToPath(new URL('./node/main.ts', import.meta.url))
const conditions = ['waraq-source', 'node', 'module', 'development|production']
await runnerImport(main, {
  configFile: false,
  root: fileURLToPath(new URL('.', import.meta.url)),
  logLevel: 'warn',
  resolve: { conditions },
  environments: { inline: { resolve: { conditions, noExternal: [/^@waraq\//] } } },
})
