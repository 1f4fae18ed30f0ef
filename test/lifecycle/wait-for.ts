/** Milliseconds; only a hang takes that long. */
export const hangMs = 180_000

/** Calls a function every 50 ms until it returns the expected result. */
export async function waitFor<T>(
  ask: () => Promise<T>,
  holds: (answer: T) => boolean,
  what: string,
): Promise<T> {
  const end = Date.now() + hangMs
  for (;;) {
    const answer = await ask()
    if (holds(answer)) return answer
    if (Date.now() > end) throw new Error(`Waited in vain for ${what}. Latest: ${JSON.stringify(answer)}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
