import { isWaraqError, WaraqError } from '@waraq/protocol'

/** The class of the SDK's errors, as far as it is used. The SDK recognises its own refusals by it. */
export interface SdkErrors {
  fromResponse(response: Response): Promise<Error>
}

/**
 * Converts a refusal to the error that the SDK would have made of the service's answer, with the `WaraqError` as its cause.
 * Other errors are returned unchanged.
 */
export async function sdkError(error: WaraqError, errors: SdkErrors): Promise<Error> {
  const { status, details, message, retryAt } = error
  if (status === undefined || status < 400) return error
  const { type, serviceCode = type } = details
  const answer = Response.json(
    { success: false, message, type, details: { error: serviceCode } },
    {
      status,
      ...(retryAt === undefined ? {} : { headers: { 'retry-after': new Date(retryAt).toUTCString() } }),
    },
  )
  const made = await errors.fromResponse(answer)
  Object.defineProperty(made, 'cause', { value: error })
  return made
}

/** The `WaraqError` that an error of the SDK stands for. */
export function waraqError(error: unknown): WaraqError {
  if (isWaraqError(error)) return error
  if (error instanceof Error && isWaraqError(error.cause)) return error.cause
  return new WaraqError({
    code: 'invalid_response',
    message:
      'The service and this device do not agree about App State; nothing was lost. Try again later; if it lasts, the cause tells why.',
    retryable: true,
    cause: error,
  })
}
