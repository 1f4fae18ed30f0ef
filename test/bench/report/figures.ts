import { summarise, type CaseResult } from '../node/results.ts'

/** Variants that are no peers: the engine itself, and those that store nothing. */
const isPeer = (variant: string) => !variant.startsWith('waraq') && variant !== 'res.json()'

/** Looks figures up by case and variant. A figure that was not measured is NaN. */
export class Figures {
  readonly #cases: ReadonlyMap<string, CaseResult>

  constructor(results: readonly CaseResult[]) {
    this.#cases = new Map(results.map((result) => [result.name, result]))
  }

  /** What each round alone has measured. */
  rounds(): Figures[] {
    const all = [...this.#cases.values()]
    const count = Math.max(
      0,
      ...all.flatMap(({ variants }) => Object.values(variants).map(({ rounds }) => rounds.length)),
    )
    return Array.from({ length: count }, (_, round) => {
      const alone = all.map((result) => ({
        ...result,
        variants: Object.fromEntries(
          Object.entries(result.variants).map(([variant, { rounds }]) => [
            variant,
            summarise([rounds[round] ?? null]),
          ]),
        ),
      }))
      return new Figures(alone)
    })
  }

  case(name: string): CaseResult | undefined {
    return this.#cases.get(name)
  }

  median(name: string, variant: string): number {
    return this.#cases.get(name)?.variants[variant]?.median ?? NaN
  }

  bestPeer(name: string): number {
    const peers = Object.entries(this.#cases.get(name)?.variants ?? {}).filter(([variant]) => isPeer(variant))
    return peers.length === 0 ? NaN : Math.min(...peers.map(([, { median }]) => median))
  }

  /** Bare IndexedDB, in whichever way the case has it. */
  raw(name: string): number {
    const found = Object.entries(this.#cases.get(name)?.variants ?? {}).find(([variant]) =>
      variant.startsWith('RAW'),
    )
    return found?.[1].median ?? NaN
  }
}
