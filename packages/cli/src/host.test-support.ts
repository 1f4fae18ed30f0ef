import { systemClock } from 'waraq/client'
import type { Host } from './host.ts'

/** A host whose output and files can be looked at. */
export function hostWith(parts: Partial<Host> = {}) {
  const shown = { out: '', err: '', files: new Map<string, string>() }
  const host: Host = {
    env: {},
    fetch: (input, init) => fetch(input, init),
    clock: systemClock,
    random: () => 0,
    version: '0.0.0',
    out: (text) => void (shown.out += text),
    err: (text) => void (shown.err += text),
    isTerminal: false,
    readFile: async (path) => {
      const text = shown.files.get(path)
      if (text === undefined) throw new Error(`There is no file ${path}`)
      return text
    },
    load: async (path) => {
      throw new Error(`There is no module ${path}`)
    },
    writeFile: async (path, text) => void shown.files.set(path, text),
    signal: new AbortController().signal,
    ...parts,
  }
  return { host, shown }
}
