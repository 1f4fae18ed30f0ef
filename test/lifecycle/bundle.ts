import { fileURLToPath } from 'node:url'
import { bundleScripts, htmlFile, type StaticFile } from '../browser/bundle.ts'

export type { StaticFile }

const at = (name: string) => fileURLToPath(new URL(`page/${name}`, import.meta.url))

/**
 * Bundles the page of these tests and its workers, as they are served. `others` are scripts by name that are added or
 * replace others.
 */
export async function bundlePage(
  others: Readonly<Record<string, string>> = {},
): Promise<ReadonlyMap<string, StaticFile>> {
  const own = ['page', 'worker', 'audited-worker'].map((name) => [name, at(`${name}.ts`)])
  const entry = { ...Object.fromEntries(own), ...others } as Record<string, string>
  return new Map([
    ['/', htmlFile(at('index.html'))],
    ...(await bundleScripts({ entry, mode: 'development' })),
  ])
}
