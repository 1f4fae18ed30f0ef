import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

// It runs while it is imported: afterwards Vite would load nothing more for it.
const conditions = ['waraq-source', 'node', 'module', 'development|production']
await runnerImport(fileURLToPath(new URL('./measure.ts', import.meta.url)), {
  configFile: false,
  logLevel: 'warn',
  resolve: { conditions },
  environments: { inline: { resolve: { conditions, noExternal: [/^@waraq\//] } } },
})
