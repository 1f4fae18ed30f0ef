import { strayChannel } from './stray-channel.ts'

/** Reports uncaught errors in this worker to the pages: a browser only writes them to its console. */
const channel = new BroadcastChannel(strayChannel)
addEventListener('unhandledrejection', ({ reason }) => channel.postMessage(String(reason)))
addEventListener('error', ({ message }) => channel.postMessage(message))
