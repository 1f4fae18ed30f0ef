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

function isEnvelope(data: unknown): data is Envelope & { readonly message: unknown } {
  return typeof data === 'object' && data !== null && 'version' in data && data.version === messageVersion
}

/** Numbers the messages that it sends, and tells of gaps in the messages of others. */
export class Announcements<Message> {
  readonly #channel: Channel | undefined
  readonly #from: string
  readonly #heard = new Map<string, number>()
  #said = 0

  constructor(
    open: OpenChannel | undefined,
    name: string,
    from: string,
    listener: (heard: Heard<Message>) => void,
  ) {
    this.#from = from
    this.#channel = open?.(name, (data) => {
      if (!isEnvelope(data) || data.from === this.#from) return
      const last = this.#heard.get(data.from)
      this.#heard.set(data.from, data.number)
      // The first message of a sender is no gap: the sender may have posted others before this engine listened.
      const missed = last !== undefined && data.number !== last + 1
      listener({ from: data.from, message: data.message as Message, missed })
    })
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
