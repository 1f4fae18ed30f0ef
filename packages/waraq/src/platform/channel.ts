import { isJsonObject } from '@waraq/protocol'

/**
 * Messages between the engines of one database, in all tabs and workers. They are hints: any of them may be lost, so an
 * engine reads what must be true from the database.
 */

/** A channel of messages, as `BroadcastChannel` gives it. */
export interface Channel {
  post(message: unknown): void
  close(): void
}

/** Opens the channel of this name; `listener` gets the messages of others, not those that are posted here. */
export type OpenChannel = (name: string, listener: (message: unknown) => void) => Channel

export const broadcastChannel: OpenChannel = (name, listener) => {
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }) => listener(data)
  return { post: (message) => channel.postMessage(message), close: () => channel.close() }
}

/** Whether a message may count something by it. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

/** Raised whenever the meaning of messages changes. An engine ignores messages of other versions. */
const messageVersion = 1

interface Envelope {
  readonly version: typeof messageVersion
  readonly from: string
  /** Counts the messages of one sender, from 1: a gap means that some were lost. */
  readonly number: number
}

export interface Heard<Message> {
  readonly from: string
  readonly message: Message
  /** Earlier messages of this sender did not arrive here. */
  readonly missed: boolean
}

const longestSender = 100

function isEnvelope(data: unknown): data is Envelope & { readonly message: unknown } {
  if (!isJsonObject(data)) return false
  const { version, from, number } = data
  return (
    version === messageVersion && typeof from === 'string' && from.length <= longestSender && isCount(number)
  )
}

/** Senders whose numbers are remembered. */
const mostSenders = 100

/**
 * Numbers the messages that it sends, and tells of gaps in the messages of others. Any page of the origin may post anything:
 * what is no message is nothing.
 */
export class Announcements<Message> {
  readonly #channel: Channel | undefined
  readonly #from: string
  /** The latest number by sender; the sender that was silent longest comes first. */
  readonly #heard = new Map<string, number>()
  #forgot = false
  #said = 0

  /** `read` makes a message of what came; undefined: it is none. */
  constructor(
    open: OpenChannel | undefined,
    name: string,
    from: string,
    read: (data: unknown) => Message | undefined,
    listener: (heard: Heard<Message>) => void,
  ) {
    this.#from = from
    this.#channel = open?.(name, (data) => {
      if (!isEnvelope(data) || data.from === this.#from) return
      const message = read(data.message)
      if (message !== undefined) listener({ from: data.from, message, missed: this.#note(data) })
    })
  }

  /** Whether messages of the sender were missed before this one. */
  #note({ from, number }: Envelope): boolean {
    const last = this.#heard.get(from)
    this.#heard.delete(from)
    this.#heard.set(from, number)
    if (this.#heard.size > mostSenders) {
      this.#heard.delete(this.#heard.keys().next().value!)
      this.#forgot = true
    }
    // The first message of a sender is no gap: the sender may have posted others before this engine listened.
    return last === undefined ? this.#forgot : number !== last + 1
  }

  say(message: Message): void {
    this.#said += 1
    try {
      this.#channel?.post({
        version: messageVersion,
        from: this.#from,
        number: this.#said,
        message,
      })
    } catch {
      // A closed or broken channel loses no more than a hint.
    }
  }

  close(): void {
    this.#channel?.close()
  }
}
