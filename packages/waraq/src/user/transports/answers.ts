import { WaraqError } from '@waraq/protocol'

/**
 * What an answer is for. An answer without it, as a network's sign-in page may send, says nothing about what the service has.
 * @throws {WaraqError} `invalid_response`
 */
export function dataOf<T>({ data }: { readonly data?: T }): NonNullable<T> & object {
  if (typeof data !== 'object' || data === null) throw unclear()
  return data
}

/** The id of what was made or changed. What is made without one could not be changed any more. */
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

/** Milliseconds since the epoch; undefined of what is no time. */
export function timeOf(text: string | null | undefined): number | undefined {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) ? undefined : time
}
