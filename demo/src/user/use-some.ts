import { useState } from 'react'

const step = 50

/** The first items of a list, and a function that shows more. Limited, because each item reads its verse. */
export function useSome<T>(all: readonly T[]): {
  readonly some: readonly T[]
  readonly more: (() => void) | null
} {
  const [most, setMost] = useState(step)
  return { some: all.slice(0, most), more: all.length > most ? () => setMost(most + step) : null }
}
