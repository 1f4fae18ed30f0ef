/** Several measurements of one figure. */
export interface Summary {
  readonly median: number
  readonly min: number
  readonly max: number
  readonly n: number
  /** By round; null where a round has none. */
  readonly rounds: readonly (number | null)[]
}

export type Unit = 'ms' | 'MB' | 'bytes' | 'µs per row' | 'tasks'

/** One row of the report: the same thing measured of several variants. */
export interface CaseResult {
  readonly name: string
  readonly unit: Unit
  readonly variants: Readonly<Record<string, Summary>>
  /** Variants that could not run, with why. */
  readonly couldNot?: Readonly<Record<string, string>>
}

export function summarise(rounds: readonly (number | null)[]): Summary {
  const sorted = rounds.filter((value) => value !== null).sort((a, b) => a - b)
  const middle = sorted.length / 2
  const upper = sorted[Math.floor(middle)] ?? NaN
  const lower = sorted[Math.ceil(middle) - 1] ?? NaN
  return {
    median: (lower + upper) / 2,
    min: sorted[0] ?? NaN,
    max: sorted.at(-1) ?? NaN,
    n: sorted.length,
    rounds,
  }
}

interface Collected {
  readonly unit: Unit
  readonly values: Map<string, (number | null)[]>
  readonly failures: Map<string, string>
}

/** Figures as they come in, by case and variant; those whose case was not asked for are left out. */
export class Results {
  readonly #cases = new Map<string, Collected>()
  readonly #only: string | undefined
  /** Number of the round to which figures belong, from 0. */
  round = 0

  constructor(only: string | undefined) {
    this.#only = only?.toLowerCase()
  }

  wants(name: string): boolean {
    return this.#only === undefined || name.toLowerCase().includes(this.#only)
  }

  add(name: string, unit: Unit, variant: string, value: number): void {
    if (!this.wants(name)) return
    const { values } = this.#collected(name, unit)
    const rounds = values.get(variant) ?? []
    values.set(
      variant,
      Array.from({ length: this.round + 1 }, (_, round) =>
        round < this.round ? (rounds[round] ?? null) : value,
      ),
    )
    console.log(`  ${name} | ${variant}: ${value.toPrecision(4)} ${unit}`)
  }

  couldNot(name: string, unit: Unit, variant: string, reason: string): void {
    if (!this.wants(name)) return
    this.#collected(name, unit).failures.set(variant, reason)
    console.log(`  ${name} | ${variant} could not run: ${reason}`)
  }

  list(): CaseResult[] {
    return [...this.#cases].map(([name, { unit, values, failures }]) => ({
      name,
      unit,
      variants: Object.fromEntries([...values].map(([variant, measured]) => [variant, summarise(measured)])),
      ...(failures.size > 0 ? { couldNot: Object.fromEntries(failures) } : {}),
    }))
  }

  #collected(name: string, unit: Unit): Collected {
    const known = this.#cases.get(name)
    if (known) return known
    const fresh = { unit, values: new Map<string, (number | null)[]>(), failures: new Map<string, string>() }
    this.#cases.set(name, fresh)
    return fresh
  }
}

/** The first line of an error, short enough for a table. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return (text.split('\n')[0] ?? '').replace(/^page\.evaluate: (Error: )?/, '').slice(0, 200)
}
