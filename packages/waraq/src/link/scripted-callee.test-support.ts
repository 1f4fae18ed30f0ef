import { WaraqError } from '@waraq/protocol'
import type { Callee, Extras, LinkShape, Protocol } from './protocol.ts'

/** A protocol for tests. */
export interface SampleShape extends LinkShape {
  readonly options: { readonly name: string }
  readonly methods: {
    do(input: unknown, options?: Extras<LinkShape>): Promise<unknown>
    read(input: unknown): Promise<unknown>
    wait(): Promise<unknown>
  }
  readonly progress: unknown
  readonly status: { readonly name: string }
  readonly question: string
  readonly answer: string
}

export const sampleProtocol: Protocol<SampleShape> = {
  version: 7,
  methods: { do: { options: 1 }, read: { rows: true }, wait: { noDeadline: true } },
  lifeLocks: 'sample:life:',
  connection: 'sample/worker',
  refused: 'invalid_argument',
  closed: () => new WaraqError({ code: 'engine_closed', message: 'It was closed.' }),
}

/** Answers calls, notes them, and settles them when the test says so. */
export class ScriptedCallee implements Callee<SampleShape> {
  readonly calls: unknown[][] = []
  readonly listeners = new Set<(status: { readonly name: string }) => void>()
  readonly problemListeners = new Set<(problem: WaraqError) => void>()
  /** Outcomes of calls, by method or `close`; a call without one never settles. */
  readonly outcomes: Record<string, (extras: Extras<SampleShape>) => unknown> = {}

  call = (method: string, [input, extras]: readonly unknown[]) =>
    this.#take<never>((extras ?? {}) as Extras<SampleShape>, method, input)
  close = () => this.#take<void>({}, 'close')

  watch(status: (status: { readonly name: string }) => void, problem: (problem: WaraqError) => void) {
    this.listeners.add(status)
    this.problemListeners.add(problem)
    return () => {
      this.listeners.delete(status)
      this.problemListeners.delete(problem)
    }
  }

  tell(name: string): void {
    for (const listener of this.listeners) listener({ name })
  }

  tellProblem(problem: WaraqError): void {
    for (const listener of this.problemListeners) listener(problem)
  }

  async #take<T>(extras: Extras<SampleShape>, method: string, ...input: unknown[]): Promise<T> {
    this.calls.push([method, ...input])
    const outcome = this.outcomes[method]
    return outcome ? ((await outcome(extras)) as T) : new Promise<T>(() => undefined)
  }
}
