import type { Source } from './protocol.ts'
import type { Library } from './variants/variant.ts'

type Open = (source: Source, name: string) => Promise<Library>

/** A page that does nothing but read one row of a library that is there. Each variant's code is loaded alone. */
const libraries: Readonly<Record<string, () => Promise<Open>>> = {
  waraq: async () => (await import('./variants/waraq-library.ts')).openLibrary,
  raw: async () => (await import('./variants/raw.ts')).raw.open,
  dexie: async () => (await import('./variants/dexie.ts')).dexie.open,
}

declare global {
  interface Window {
    /** Milliseconds from the beginning of the navigation until the row was there. */
    firstRow: Promise<number>
  }
}

async function readFirstRow(): Promise<number> {
  const { variant, source, name } = JSON.parse(decodeURIComponent(location.hash.slice(1))) as {
    variant: string
    source: Source
    name: string
  }
  const library = await (await libraries[variant]!())(source, name)
  if (!(await library.row(source.probe))) throw new Error('the row is not there')
  return performance.now()
}

window.firstRow = readFirstRow()
