import { addUp, openOwn } from './app-state-opened.ts'

const scope = globalThis as unknown as {
  addEventListener(type: 'message', listener: (event: WorkerMessage) => void): void
}
interface WorkerMessage extends MessageEvent<number> {
  waitUntil(work: Promise<unknown>): void
}

scope.addEventListener('message', (event) => {
  const [port] = event.ports
  const work = openOwn().then(async (appState) => {
    await addUp(appState, event.data)
    await appState.sync()
    appState.close()
  })
  event.waitUntil(
    work.then(
      () => port!.postMessage('done'),
      (error: unknown) => port!.postMessage(String(error)),
    ),
  )
})
