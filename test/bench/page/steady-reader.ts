import type { ReaderFigures } from './protocol.ts'

/** Milliseconds between two reads, whether or not the one before has come back: a slow one must not hide those behind it. */
const everyMs = 5

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}

/** Reads steadily until `until` settles, waits for what is still under way, and tells how long reads took. */
export async function readSteadily(
  read: (turn: number) => Promise<unknown>,
  until: Promise<unknown>,
): Promise<ReaderFigures> {
  const latencies: number[] = []
  const inProgress: Promise<void>[] = []
  let failure: unknown
  const readOnce = async (turn: number) => {
    const began = performance.now()
    await read(turn)
    latencies.push(performance.now() - began)
  }
  let turn = 0
  const timer = setInterval(() => {
    inProgress.push(
      readOnce(turn++).catch((error: unknown) => {
        failure ??= error
      }),
    )
  }, everyMs)
  try {
    await until
  } finally {
    clearInterval(timer)
  }
  await Promise.all(inProgress)
  if (failure) throw failure
  const sorted = latencies.sort((a, b) => a - b)
  return {
    reads: sorted.length,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    worst: sorted.at(-1) ?? NaN,
  }
}
