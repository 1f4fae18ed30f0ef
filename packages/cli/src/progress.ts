import type { Host } from './host.ts'

/** One line on standard error that is written over and over; nothing where that is no terminal. */
export interface Progress {
  show(text: string): void
  /** Takes the line away. */
  clear(): void
}

export function progressOn({ isTerminal, err }: Pick<Host, 'isTerminal' | 'err'>): Progress {
  const write = (text: string) => (isTerminal ? err(`\r\u001b[K${text}`) : undefined)
  return { show: write, clear: () => write('') }
}
