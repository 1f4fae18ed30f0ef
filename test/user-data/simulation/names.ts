import { Violation } from './violation.ts'
import type { Whose } from './view.ts'

/**
 * Every text and every name of a history is unique, so each identifies its item wherever it is found. The texts of one note,
 * and the names of one collection, share one lineage. They are counted within it, so that the order of changes to other
 * items makes no difference.
 */
export class Names {
  readonly #lineages = new Map<string, number>()
  readonly #versions = new Map<number, number>()

  /** A new text. Without a lineage it starts one. */
  make(whose: Whose, device: number, lineage = this.#versions.size + 1): string {
    const version = (this.#versions.get(lineage) ?? 0) + 1
    this.#versions.set(lineage, version)
    const name = `secret ${lineage}.${version} of ${whose ?? `device-${device}`}`
    this.#lineages.set(name, lineage)
    return name
  }

  lineageOf(name: string): number {
    const lineage = this.#lineages.get(name)
    if (lineage === undefined) throw new Violation('V9', `nobody wrote "${name}"`)
    return lineage
  }
}
