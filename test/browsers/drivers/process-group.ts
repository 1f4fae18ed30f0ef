import { spawn, type ChildProcess } from 'node:child_process'

interface SpawnInput {
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** A program and all processes that it starts, in a separate process group, so that all of them can be ended together. */
export class ProcessGroup {
  readonly #process: ChildProcess
  readonly #exited: Promise<void>

  constructor({ command, args, env = {} }: SpawnInput) {
    this.#process = spawn(command, args, {
      detached: true,
      // The fourth is for programs that can be configured to write there.
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...env },
    })
    this.#exited = new Promise((resolve) => {
      this.#process.once('exit', () => resolve())
      this.#process.once('error', () => resolve())
    })
    process.once('exit', this.#end)
  }

  /** Resolves with the first line that the program writes to its file descriptor 3. */
  firstLine(): Promise<string> {
    return new Promise((resolve, reject) => {
      let text = ''
      this.#process.stdio[3]!.on('data', (data: Buffer) => {
        text += data.toString()
        const end = text.indexOf('\n')
        if (end >= 0) resolve(text.slice(0, end))
      })
      void this.#exited.then(() => reject(new Error(`${this.#process.spawnfile} ended without a word`)))
    })
  }

  signal(signal: NodeJS.Signals): void {
    signalGroup(this.#process.pid, signal)
  }

  async kill(): Promise<void> {
    this.#end()
    await this.#exited
    process.removeListener('exit', this.#end)
  }

  readonly #end = (): void => {
    endGroup(this.#process.pid)
  }
}

/** Ends the process group of this leader. */
export function endGroup(leader: number | undefined): void {
  signalGroup(leader, 'SIGKILL')
}

export function signalGroup(leader: number | undefined, signal: NodeJS.Signals): void {
  if (leader === undefined) return
  try {
    process.kill(-leader, signal)
  } catch {
    // The process group has ended already.
  }
}
