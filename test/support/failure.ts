/** Returns the error of work that has to fail. */
export async function failure(work: Promise<unknown>): Promise<Error & Record<string, unknown>> {
  try {
    await work
  } catch (error) {
    return error as Error & Record<string, unknown>
  }
  throw new Error('It did not fail')
}
