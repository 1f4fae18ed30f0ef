/** What is wrong, and what the person who asked can do about it. */
export type CreateErrorCode =
  | 'invalid_command'
  | 'invalid_name'
  | 'folder_not_empty'
  | 'no_terminal'
  | 'write_failed'
  | 'cancelled'
  | 'install_failed'

/** A repeat of the same command ends in the same way, until the remedy is taken. */
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
