import { WaraqError } from '@waraq/protocol'

/**
 * Returns the `data` of an answer. An answer without it, as a network's sign-in page may send, says nothing about the service's
 * state.
 * @throws {WaraqError} `invalid_response`
 */
export function dataOf<T>({ data }: { readonly data?: T }): NonNullable<T> & object {
  if (typeof data !== 'object' || data === null) throw unclear()
  return data
}

/** Returns the id of what was made or changed. Without an id, what was made could not be changed any more. */
export function idOf(answer: { readonly data?: { readonly id: string } }): string {
  const { id }: { readonly id: unknown } = dataOf(answer)
  if (typeof id !== 'string' || id === '') throw unclear()
  return id
}

function unclear(): WaraqError {
  return new WaraqError({
    code: 'invalid_response',
    message:
      'An answer is not what the service promises, so what it has is not known. It is looked at again later.',
    retryable: true,
  })
}

/** Milliseconds since the epoch; undefined if the text is not a time. */
export function timeOf(text: string | null | undefined): number | undefined {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) ? undefined : time
}
