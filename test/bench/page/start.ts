import type { Source } from './protocol.ts'
import type { Variant } from './variants/variant.ts'

/** A page that does nothing but read one row of a library that is there. Each variant's code is loaded alone. */
const variants: Readonly<Record<string, () => Promise<Variant>>> = {
  waraq: async () => (await import('./variants/waraq.ts')).waraq,
  raw: async () => (await import('./variants/raw.ts')).raw,
  dexie: async () => (await import('./variants/dexie.ts')).dexie,
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
  const library = await (await variants[variant]!()).open(source, name)
  if (!(await library.row(source.probe))) throw new Error('the row is not there')
  return performance.now()
}

window.firstRow = readFirstRow()
