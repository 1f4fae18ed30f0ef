import { fileURLToPath } from 'node:url'
import { bundleScripts, htmlFile, type StaticFile } from '../browser/bundle.ts'

export type { StaticFile }

const at = (name: string) => fileURLToPath(new URL(`page/${name}`, import.meta.url))

/** The page of these tests and its service worker, as they are served; each is a script of its own. */
export async function bundlePage(): Promise<ReadonlyMap<string, StaticFile>> {
  const names = ['page', 'service-worker']
  const scripts = await Promise.all(
    names.map((name) => bundleScripts({ entry: { [name]: at(`${name}.ts`) }, mode: 'development' })),
  )
  return new Map([['/', htmlFile(at('index.html'))], ...scripts.flatMap((each) => [...each])])
}
