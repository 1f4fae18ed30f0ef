/** Codes of the errors. */
export type CreateErrorCode =
  | 'invalid_command'
  | 'invalid_name'
  | 'folder_not_empty'
  | 'no_terminal'
  | 'write_failed'
  | 'cancelled'
  | 'install_failed'

/**
 * An error, with what the person can do about it as `remedy`. The same command fails in the same way until the remedy is
 * applied.
 */
export class CreateError extends Error {
  override readonly name = 'CreateError'
  readonly code: CreateErrorCode
  readonly remedy: string

  constructor(code: CreateErrorCode, message: string, remedy: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
    this.remedy = remedy
  }
}
