/**
 * Messages between the engines of one database, in whichever tab or worker they live. They are hints: any of them may be
 * lost, so whatever must be true is read from the database.
 */

/** A channel of messages, as `BroadcastChannel` gives it. */
export interface Channel {
  post(message: unknown): void
  close(): void
}

/** Opens the channel of this name; `listener` gets what others post, not what is posted here. */
export type OpenChannel = (name: string, listener: (message: unknown) => void) => Channel

export const broadcastChannel: OpenChannel = (name, listener) => {
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }) => listener(data)
  return { post: (message) => channel.postMessage(message), close: () => channel.close() }
}

/** Raised whenever the meaning of messages changes; engines of other versions are not understood and not heard. */
const messageVersion = 1

interface Envelope {
  readonly version: typeof messageVersion
  readonly from: string
  /** Counts the messages of one sender, from 1: a gap tells that some were lost. */
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

/** Numbers what it says, and tells of gaps in what others say. */
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
      // A sender that was never heard may have spoken before this engine listened; that is no gap.
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
      // A channel that is closed or broken loses a hint, nothing more.
    }
  }

  close(): void {
    this.#channel?.close()
  }
}
