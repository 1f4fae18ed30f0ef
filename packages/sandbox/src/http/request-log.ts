/** A request to the issuer, the content API, user data, fonts or recordings. Header values are never logged. */
export interface LoggedRequest {
  readonly method: string
  readonly path: string
  /** As sent, with its question mark. Empty if there is none. */
  readonly query: string
  /** 0 until there is an answer. It stays 0 if the connection breaks before one. */
  readonly status: number
  /** The arrival time of the request, in milliseconds since the epoch, by the sandbox's clock. */
  readonly time: number
}

/** The newest requests, oldest first. */
export class RequestLog {
  readonly #capacity: number
  #requests: LoggedRequest[] = []
  #seen = 0

  constructor(capacity = 5_000) {
    this.#capacity = capacity
  }

  /** The number of all requests, including those that are no longer in the log. */
  get seen(): number {
    return this.#seen
  }

  get all(): readonly LoggedRequest[] {
    return this.#requests
  }

  /** Adds a request. The returned function records the status of its answer. */
  add(request: Omit<LoggedRequest, 'status'>): (status: number) => void {
    const entry = { ...request, status: 0 }
    this.#requests.push(entry)
    this.#seen++
    if (this.#requests.length > 2 * this.#capacity) this.#requests = this.#requests.slice(-this.#capacity)
    return (status) => {
      entry.status = status
    }
  }

  clear(): void {
    this.#requests = []
  }
}
