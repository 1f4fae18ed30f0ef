interface Membership {
  readonly roomId: number
  readonly userId: string
  isAdmin: boolean
}

/** Members and admins of rooms. Owners are members and admins like others. */
export class Memberships {
  /** In the order in which they started. */
  readonly #all = new Map<string, Membership>()

  has(roomId: number, userId: string): boolean {
    return this.#all.has(keyOf(roomId, userId))
  }

  isAdmin(roomId: number, userId: string): boolean {
    return this.#all.get(keyOf(roomId, userId))?.isAdmin ?? false
  }

  /** Adds a member. Returns false if the user is in the room already; the membership then stays unchanged. */
  add(roomId: number, userId: string, { isAdmin = false } = {}): boolean {
    if (this.has(roomId, userId)) return false
    this.#all.set(keyOf(roomId, userId), { roomId, userId, isAdmin })
    return true
  }

  /** Ends a membership. Returns false if there was none. */
  remove(roomId: number, userId: string): boolean {
    return this.#all.delete(keyOf(roomId, userId))
  }

  /** Makes a member an admin, or removes the admin role. Returns false if there is no such member. */
  setAdmin(roomId: number, userId: string, isAdmin: boolean): boolean {
    const membership = this.#all.get(keyOf(roomId, userId))
    if (membership) membership.isAdmin = isAdmin
    return membership !== undefined
  }

  /** Ids of the users in a room, in the order in which they joined. */
  usersIn(roomId: number): string[] {
    return [...this.#all.values()].filter((one) => one.roomId === roomId).map(({ userId }) => userId)
  }

  /** Ids of the rooms that a user is in, the newest membership first. */
  roomsOf(userId: string): number[] {
    const own = [...this.#all.values()].filter((one) => one.userId === userId)
    return own.map(({ roomId }) => roomId).reverse()
  }
}

const keyOf = (roomId: number, userId: string) => `${roomId}/${userId}`
