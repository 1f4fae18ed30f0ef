import { useNow, useWords } from '../ui/hooks.ts'

const longMs = 14 * 24 * 3_600_000

/** Returns a function that says how long ago a time was, or its date if that is long. */
export function useAgo(): (time: number) => string {
  const { figures } = useWords()
  const now = Math.max(useNow(), Date.now())
  return (time) => (now - time > longMs ? figures.day(time) : figures.relativeTime(time, now))
}
