const leastRoom = 128 * 1024

/** Bytes that arrive at one end and are taken from the other. */
export class GrowingBytes {
  #room = new Uint8Array(leastRoom)
  #from = 0
  #to = 0

  get length(): number {
    return this.#to - this.#from
  }

  /** All that is there, until the next change; writing to it changes what is there. */
  all(): Uint8Array {
    return this.#room.subarray(this.#from, this.#to)
  }

  push(bytes: Uint8Array): void {
    if (this.#to + bytes.length > this.#room.length) this.#makeRoom(bytes.length)
    this.#room.set(bytes, this.#to)
    this.#to += bytes.length
  }

  /** Takes away the first `count` bytes. */
  drop(count: number): void {
    this.#from += count
  }

  /** Moves what is there to the front, into twice the room where it would be more than half full. */
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
