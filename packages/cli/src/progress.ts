import type { Host } from './host.ts'

/** A line on standard error that is overwritten. Without a terminal, nothing is written. */
export interface Progress {
  show(text: string): void
  /** Clears the line. */
  clear(): void
}

export function progressOn({ isTerminal, err }: Pick<Host, 'isTerminal' | 'err'>): Progress {
  const write = (text: string) => (isTerminal ? err(`\r\u001b[K${text}`) : undefined)
  return { show: write, clear: () => write('') }
}

/** Shows the current step of several until the work ends. */
export async function showingSteps<T>(
  host: Pick<Host, 'isTerminal' | 'err'>,
  work: (onStep: (name: string, number: number, of: number) => void) => Promise<T>,
): Promise<T> {
  const progress = progressOn(host)
  try {
    return await work((name, number, of) => progress.show(`${number}/${of} ${name}`))
  } finally {
    progress.clear()
  }
}
