import type { InstallRequest } from './install-worker.ts'

declare global {
  interface Window {
    /** Runs one variant once, in a worker of its own, over a fresh database. Milliseconds. */
    runInstall(request: InstallRequest): Promise<number>
  }
}

window.runInstall = (request) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./install-worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('error', (event) => reject(new Error(event.message)))
    worker.addEventListener('message', ({ data }: MessageEvent<{ ms: number } | { error: string }>) => {
      worker.terminate()
      if ('error' in data) reject(new Error(data.error))
      else resolve(data.ms)
    })
    worker.postMessage(request)
  })
