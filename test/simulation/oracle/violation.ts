/** A broken promise. The message names the invariant of the engine's protocol. */
export class Violation extends Error {
  override name = 'Violation'

  constructor(invariant: string, problem: string) {
    super(`${invariant}: ${problem}`)
  }
}
