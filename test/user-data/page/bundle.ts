import { fileURLToPath } from 'node:url'
import { bundleScripts, htmlFile, type StaticFile } from '../../browser/bundle.ts'

const at = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** The application's page and its script, built for production, by the paths at which they are served. */
export async function bundlePage(): Promise<ReadonlyMap<string, StaticFile>> {
  const scripts = await bundleScripts({ entry: { page: at('page.ts') }, mode: 'production' })
  return new Map([['/', htmlFile(at('index.html'))], ...scripts])
}
