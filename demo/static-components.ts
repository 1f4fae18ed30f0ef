import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const root = fileURLToPath(new URL('src/first/write-text.tsx', import.meta.url))
const staticReact = fileURLToPath(new URL('src/first/static-react.ts', import.meta.url))
const mark = '?static'

const imported = /(?:^|\n)(?:import|export)\s(?:[^'";]*?\sfrom\s+)?'([^']+)'/g
const isReact = (specifier: string) => /^react(?:\/jsx-(?:dev-)?runtime)?$/.test(specifier)

/** Finds the file of a module that another one imports; undefined where it is none of a file. */
type Find = (specifier: string, importer: string) => Promise<string | undefined>

/** Whether modules of ours import React, themselves or through others. */
class ReactUsers {
  readonly #known = new Map<string, boolean>()

  async has(id: string, find: Find): Promise<boolean> {
    const seen = new Set<string>()
    const found = await this.#look(id, find, seen)
    // Nothing that was looked at came to React.
    if (!found) for (const each of seen) this.#known.set(each, false)
    return found
  }

  async #look(id: string, find: Find, seen: Set<string>): Promise<boolean> {
    if (seen.has(id) || !/\.tsx?$/.test(id) || id === staticReact) return false
    const known = this.#known.get(id)
    if (known !== undefined) return known
    seen.add(id)
    const found = id.endsWith('.tsx') || (await this.#looksOn(id, find, seen))
    if (found) this.#known.set(id, true)
    return found
  }

  async #looksOn(id: string, find: Find, seen: Set<string>): Promise<boolean> {
    const source = await readFile(id, 'utf8')
    const specifiers = [...source.matchAll(imported)].map(([, specifier]) => specifier!)
    if (specifiers.some(isReact)) return true
    for (const specifier of specifiers) {
      const inner = await find(specifier, id)
      if (inner !== undefined && (await this.#look(inner, find, seen))) return true
    }
    return false
  }
}

/**
 * Builds the components that `src/first/write-text.tsx` renders a second time, with `static-react.ts` in React's place: so the text
 * that is there before React is written by the very components that React takes over. Modules that do not come to React are shared.
 */
export function staticComponents(): Plugin {
  const users = new ReactUsers()
  return {
    name: 'static-components',
    enforce: 'pre',
    async resolveId(specifier, importer, options) {
      const [from = '', query] = importer?.split('?') ?? []
      if (from !== root && `?${query}` !== mark) return undefined
      if (isReact(specifier)) return staticReact
      const found = await this.resolve(specifier, from, { ...options, skipSelf: true })
      if (!found || found.external) return found
      // What is loaded later is React's.
      if (options.kind === 'dynamic-import') return found
      const find: Find = async (each, id) => (await this.resolve(each, id, { skipSelf: true }))?.id
      return (await users.has(found.id, find)) ? { ...found, id: `${found.id}${mark}` } : found
    },
  }
}
