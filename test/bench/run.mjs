import { importSource } from '../scripts/import-source.mjs'

/** `pnpm bench`. */
await importSource(new URL('./node/main.ts', import.meta.url), new URL('.', import.meta.url))
