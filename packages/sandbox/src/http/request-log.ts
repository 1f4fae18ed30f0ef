/** A request to the issuer or the content API. Header values are never kept. */
export interface LoggedRequest {
  readonly method: string
  readonly path: string
  /** As it was sent, with its question mark; empty without one. */
  readonly query: string
  /** 0 while there is no answer; it stays 0 if the connection breaks before one. */
  readonly status: number
  /** Milliseconds since the epoch, by the sandbox's clock, when the request came. */
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

  /** The number of all requests, including those that are no longer kept. */
  get seen(): number {
    return this.#seen
  }

  get all(): readonly LoggedRequest[] {
    return this.#requests
  }

  /** Notes a request that came; the function that it returns notes its answer. */
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
