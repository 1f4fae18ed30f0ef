import { fileURLToPath } from 'node:url'
import { bundleScripts, htmlFile, type StaticFile } from '../../browser/bundle.ts'

const at = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** The application's page and its script, built for production, by the paths at which they are served. */
export async function bundlePage(): Promise<ReadonlyMap<string, StaticFile>> {
  const scripts = await bundleScripts({ entry: { page: at('page.ts') }, mode: 'production' })
  return new Map([['/', htmlFile(at('index.html'))], ...scripts])
}

/** A page with an account's documents, and its service worker, which has them as well. */
export async function bundleAppStatePage(): Promise<ReadonlyMap<string, StaticFile>> {
  const html = htmlFile(at('app-state.html'))
  const pages = await bundleScripts({ entry: { 'app-state': at('app-state.ts') }, mode: 'production' })
  const workers = await bundleScripts({ entry: { worker: at('app-state-worker.ts') }, mode: 'production' })
  return new Map([['/', html], ...pages, ...workers])
}

/** A page with a person's data that stay on this device. */
export async function bundleDeviceDataPage(): Promise<ReadonlyMap<string, StaticFile>> {
  const scripts = await bundleScripts({ entry: { page: at('device-data.ts') }, mode: 'production' })
  return new Map([['/', htmlFile(at('index.html'))], ...scripts])
}
