/** An invalid command to the sandbox itself: an unknown resource or user, a missing row, a name that is taken. */
export class SandboxError extends Error {
  override name = 'SandboxError'
}
