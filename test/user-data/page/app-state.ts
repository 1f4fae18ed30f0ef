import type { AppState } from 'waraq/app-state'
import { addUp, openOwn } from './app-state-opened.ts'

declare global {
  interface Window {
    appState: AppState
    addUp: (times: number) => Promise<void>
    /** Makes the service worker do the same and send the result. */
    addUpInWorker: (times: number) => Promise<void>
  }
}

window.appState = await openOwn()
window.addUp = (times) => addUp(window.appState, times)
window.addUpInWorker = async (times) => {
  await navigator.serviceWorker.register('/worker.js', { type: 'module' })
  const { active } = await navigator.serviceWorker.ready
  const { port1, port2 } = new MessageChannel()
  const done = new Promise<string>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<string>) => resolve(data)
  })
  active!.postMessage(times, [port2])
  const word = await done
  if (word !== 'done') throw new Error(word)
}
document.documentElement.dataset['ready'] = ''
