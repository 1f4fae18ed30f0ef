/** Gives the parts of a body one after the other, each when it has come; undefined at its end. */
export interface Parts {
  next(): Promise<Uint8Array | undefined>
  cancel(): void
}

/** An answer with what the client looks at. Node's own would make a stream, its controllers and a twin of it for each. */
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
