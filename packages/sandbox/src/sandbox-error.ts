/** A request to the sandbox itself that makes no sense: an unknown resource or user, a missing row, a name that is taken. */
export class SandboxError extends Error {
  override name = 'SandboxError'
}
