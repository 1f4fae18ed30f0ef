import { useState } from 'react'

const step = 50

/** The first of many, and how to see more of them: each has its verse read. */
export function useSome<T>(all: readonly T[]): {
  readonly some: readonly T[]
  readonly more: (() => void) | null
} {
  const [most, setMost] = useState(step)
  return { some: all.slice(0, most), more: all.length > most ? () => setMost(most + step) : null }
}
