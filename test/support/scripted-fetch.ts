export interface Sent {
  readonly url: string
  readonly init: RequestInit
  /** A request header. */
  header(name: string): string | null
}

/** One answer of the script: a response, an error to reject with, or a function that decides by the request. */
export type Step = Response | Error | ((sent: Sent) => Response | Promise<Response>)

/**
 * More requests than any test sends. Without this limit, a client that sends requests endlessly would keep the time limit
 * from firing.
 */
const mostRequests = 20_000

/** A `fetch` that answers from a script. The last step repeats. */
export function scriptedFetch(...steps: readonly Step[]): {
  readonly fetch: typeof fetch
  readonly sent: Sent[]
} {
  const sent: Sent[] = []
  return {
    sent,
    fetch: async (input, init = {}) => {
      const headers = new Headers(init.headers)
      const request: Sent = { url: String(input), init, header: (name) => headers.get(name) }
      sent.push(request)
      if (sent.length > mostRequests) throw new Error(`More than ${mostRequests} requests were sent`)
      const step = steps[Math.min(sent.length, steps.length) - 1]
      if (step instanceof Error) throw step
      if (step instanceof Response) return step.clone()
      return step!(request)
    },
  }
}
