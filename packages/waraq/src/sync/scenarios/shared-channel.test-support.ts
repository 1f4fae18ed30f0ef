import type { OpenChannel } from '../../platform/channel.ts'

/** Messages between engines, delivered in order, each a little later; `lose` drops those that it is true of. */
export function sharedChannel(lose: (count: number) => boolean = () => false): OpenChannel {
  const listeners = new Map<object, (message: unknown) => void>()
  let count = 0
  return (_name, listener) => {
    const self = {}
    listeners.set(self, listener)
    return {
      post(message) {
        const copy = structuredClone(message)
        if (lose(count++)) return
        for (const [other, hear] of listeners) if (other !== self) queueMicrotask(() => hear(copy))
      },
      close: () => void listeners.delete(self),
    }
  }
}
