/** Only a hang takes that long. */
export const patience = { timeout: 180_000, interval: 50 } as const

/** Asks again and again until the expected answer comes. */
export async function until<T>(
  ask: () => Promise<T>,
  holds: (answer: T) => boolean,
  what: string,
): Promise<T> {
  const end = Date.now() + patience.timeout
  for (;;) {
    const answer = await ask()
    if (holds(answer)) return answer
    if (Date.now() > end) throw new Error(`Waited in vain for ${what}. Latest: ${JSON.stringify(answer)}`)
    await new Promise((resolve) => setTimeout(resolve, patience.interval))
  }
}
