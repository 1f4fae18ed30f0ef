import { isJsonObject } from '@waraq/protocol'

/**
 * Messages between the engines of one database, in all tabs and workers. They are hints: any of them may be lost, so an
 * engine reads everything that must be correct from the database.
 */

/** A message channel, such as a `BroadcastChannel`. */
export interface Channel {
  post(message: unknown): void
  close(): void
}

/** Opens the channel with this name. `listener` receives the messages of others, not those that are posted here. */
export type OpenChannel = (name: string, listener: (message: unknown) => void) => Channel

export const broadcastChannel: OpenChannel = (name, listener) => {
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }) => listener(data)
  return { post: (message) => channel.postMessage(message), close: () => channel.close() }
}

/** Whether a value is a valid count in a message. */
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
  /** Whether earlier messages of this sender did not arrive here. */
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

/** Maximum number of senders whose numbers are remembered. */
const mostSenders = 100

/**
 * Numbers the messages that it sends, and reports gaps in the messages of others. Any page of the origin may post anything,
 * so everything that is not a message is ignored.
 */
export class Announcements<Message> {
  readonly #channel: Channel | undefined
  readonly #from: string
  /** The latest number by sender; the sender that was silent longest comes first. */
  readonly #heard = new Map<string, number>()
  #forgot = false
  #said = 0

  /** `read` parses received data; undefined: it is not a message. */
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
    // The first message of a sender is not a gap: the sender may have posted others before this engine listened.
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
      // If the channel is closed or broken, only a hint is lost.
    }
  }

  close(): void {
    this.#channel?.close()
  }
}
