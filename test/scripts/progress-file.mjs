import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The file in which the reporter keeps how far the run is. */
export const progressFile = join(fileURLToPath(import.meta.url), '../../.artifacts/progress.json')
