/** Returns the parts of a body one after the other, each when it has arrived. Undefined at its end. */
export interface Parts {
  next(): Promise<Uint8Array | undefined>
  cancel(): void
}

/**
 * An answer with only the properties that the client reads. Node's own would create a stream, its controllers and a clone of
 * it for each answer.
 */
export function answerOf(status: number, headers: Record<string, string>, parts: Parts): Response {
  const cancel = async () => parts.cancel()
  const reader = {
    read: async () => {
      const value = await parts.next()
      return { done: value === undefined, value }
    },
    cancel,
  }
  const getReader = ({ mode }: { readonly mode?: string } = {}) => {
    if (mode === 'byob') throw new TypeError('These parts are no stream of bytes')
    return reader
  }
  const answer = {
    status,
    headers: new Headers(headers),
    body: { getReader, cancel },
    type: 'default',
    url: '',
    redirected: false,
  }
  return answer as unknown as Response
}
