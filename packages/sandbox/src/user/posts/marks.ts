/** Marks that users set and remove, such as likes. */
export class Marks {
  readonly #users = new Map<number, Set<string>>()

  has(id: number, userId: string): boolean {
    return this.#users.get(id)?.has(userId) ?? false
  }

  count(id: number): number {
    return this.#users.get(id)?.size ?? 0
  }

  /** @returns whether it is set now */
  toggle(id: number, userId: string): boolean {
    const users = this.#users.get(id) ?? new Set()
    this.#users.set(id, users)
    if (users.delete(userId)) return false
    users.add(userId)
    return true
  }

  /** Removes all marks of an item that was deleted. */
  clear(id: number): void {
    this.#users.delete(id)
  }
}
