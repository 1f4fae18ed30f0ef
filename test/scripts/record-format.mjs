import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

// Writes a library as the code at hand makes it, for the tests of code of later formats.
const scenarios = fileURLToPath(new URL('../../packages/engine/src/scenarios', import.meta.url))
const conditions = ['waraq-source', 'node', 'module', 'development|production']
const { module } = await runnerImport(`${scenarios}/recorded-library.test-support.ts`, {
  configFile: false,
  logLevel: 'warn',
  resolve: { conditions },
  environments: { inline: { resolve: { conditions, noExternal: [/^@waraq\//] } } },
})
const { name, text } = await module.recordFile()
writeFileSync(`${scenarios}/formats/${name}`, text)
console.log(`${scenarios}/formats/${name}`)
