import { strayChannel } from './stray-channel.ts'

/** Tells the pages of uncaught errors in this worker: a browser writes them to its console only. */
const channel = new BroadcastChannel(strayChannel)
addEventListener('unhandledrejection', ({ reason }) => channel.postMessage(String(reason)))
addEventListener('error', ({ message }) => channel.postMessage(message))
