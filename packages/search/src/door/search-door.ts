import type { PortMessage } from './protocol.ts'
import { Session, type SessionParts } from './session.ts'

function isPortMessage(data: unknown): data is PortMessage {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'waraq-search:port'
}

/** Opens the door: from now on, whoever sends a port is served. One page at a time; a new one takes over. */
export function openDoor(worker: Pick<EventTarget, 'addEventListener'>, parts: SessionParts): void {
  let session: Session | undefined
  worker.addEventListener('message', (event) => {
    const { data, ports } = event as MessageEvent<unknown>
    const [port] = ports
    if (!port || !isPortMessage(data)) return
    session?.close()
    session = new Session(port, parts)
  })
}
