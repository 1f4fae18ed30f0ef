/** An invalid command to the sandbox itself, such as an unknown resource or user, a missing row, or a name that is taken. */
export class SandboxError extends Error {
  override name = 'SandboxError'
}
