import { writeFileSync } from 'node:fs'
import { importSource } from './import-source.mjs'

// Writes a library as the code at hand makes it, for the tests of code of later formats.
const scenarios = new URL('../../packages/waraq/src/sync/scenarios/', import.meta.url)
const { recordFile } = await importSource(new URL('recorded-library.test-support.ts', scenarios))
const { name, text } = await recordFile()
const file = new URL(`formats/${name}`, scenarios)
writeFileSync(file, text)
console.log(file.pathname)
