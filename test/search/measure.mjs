import { importSource } from '../scripts/import-source.mjs'

await importSource(new URL('./measure.ts', import.meta.url))
