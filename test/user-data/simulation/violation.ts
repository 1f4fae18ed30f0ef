/** A broken promise of user data, by its number. */
export class Violation extends Error {
  constructor(promise: string, what: string) {
    super(`${promise}: ${what}`)
    this.name = 'Violation'
  }
}
