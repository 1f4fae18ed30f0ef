import { Violation } from './violation.ts'
import type { Whose } from './view.ts'

/**
 * Every text and every name of a history is written once. So each tells what it is of, however it travelled: the texts of one
 * note, and the names of one collection, are of one lineage.
 */
export class Names {
  readonly #lineages = new Map<string, number>()
  #count = 0

  /** A new text. Without a lineage it begins one. */
  make(whose: Whose, device: number, lineage?: number): string {
    this.#count += 1
    const name = `secret ${this.#count} of ${whose ?? `device-${device}`}`
    this.#lineages.set(name, lineage ?? this.#count)
    return name
  }

  lineageOf(name: string): number {
    const lineage = this.#lineages.get(name)
    if (lineage === undefined) throw new Violation('V9', `nobody wrote "${name}"`)
    return lineage
  }
}
