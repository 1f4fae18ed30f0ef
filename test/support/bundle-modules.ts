import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { sharedInputs } from '../scripts/build-once.mjs'
import { fingerprint } from '../scripts/fingerprint.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Bundles a source to one folder of modules, once for each state of the packages and of its own folder. Returns the path of
 * its entry. For tests that need a separate process.
 */
export async function bundleModules(source: string, platform: 'node' | 'browser'): Promise<string> {
  const inputs = fingerprint(root, [...sharedInputs, dirname(source)])
  const hash = createHash('sha256').update(source + platform + inputs)
  const folder = join(root, 'test/.artifacts/modules', hash.digest('hex').slice(0, 16))
  const entry = join(folder, 'entry.mjs')
  if (existsSync(entry)) return entry
  const own = `${folder}.${process.pid}`
  mkdirSync(own, { recursive: true })
  const built = await rolldown({
    input: { entry: join(root, source) },
    platform,
    resolve: { conditionNames: ['waraq-source', ...(platform === 'node' ? ['node'] : []), 'import'] },
    logLevel: 'silent',
  })
  await built.write({
    dir: own,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  })
  await built.close()
  try {
    renameSync(own, folder)
  } catch {
    // Another worker has created the bundle already.
  }
  return entry
}
