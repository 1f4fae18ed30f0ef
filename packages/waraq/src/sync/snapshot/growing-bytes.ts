const leastRoom = 128 * 1024

/** A buffer of bytes: new ones are added at its end, used ones are dropped at its front. */
export class GrowingBytes {
  #room = new Uint8Array(leastRoom)
  #from = 0
  #to = 0

  get length(): number {
    return this.#to - this.#from
  }

  /** The buffer's own bytes, not a copy: writing to them changes the buffer. Valid until the next change. */
  all(): Uint8Array {
    return this.#room.subarray(this.#from, this.#to)
  }

  push(bytes: Uint8Array): void {
    if (this.#to + bytes.length > this.#room.length) this.#makeRoom(bytes.length)
    this.#room.set(bytes, this.#to)
    this.#to += bytes.length
  }

  /** Drops the first `count` bytes. */
  drop(count: number): void {
    this.#from += count
  }

  /** Moves the bytes to the front. If the buffer would be more than half full, they move to one of twice the needed size. */
  #makeRoom(more: number): void {
    const { length } = this
    const needed = length + more
    const room = needed > this.#room.length / 2 ? new Uint8Array(2 * needed) : this.#room
    room.set(this.all())
    this.#room = room
    this.#from = 0
    this.#to = length
  }
}
