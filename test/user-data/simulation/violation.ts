/** A promise of the user data that was broken, by its number. */
export class Violation extends Error {
  constructor(promise: string, what: string) {
    super(`${promise}: ${what}`)
    this.name = 'Violation'
  }
}
