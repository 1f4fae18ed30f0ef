import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where the runner keeps how far it is. */
export const progressFile = join(fileURLToPath(import.meta.url), '../../.artifacts/progress.json')
