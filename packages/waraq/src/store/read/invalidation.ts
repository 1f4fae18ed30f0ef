import { Announcements, broadcastChannel } from '../../platform/channel.ts'
import { listen } from '../../platform/listen.ts'

/** Calls the listener whenever changes may have been missed. Returns a function that ends this. */
export type Invalidation = (listener: () => void) => () => void

interface PageEvents {
  /** Fires `visibilitychange` and `resume`; null in workers. */
  readonly document: (EventTarget & Pick<Document, 'visibilityState'>) | null
  /** Fires `pageshow`. */
  readonly window: EventTarget | null
}

function ofThisPage(): PageEvents {
  const { document, window } = globalThis as { document?: Document; window?: EventTarget }
  return { document: document ?? null, window: window ?? null }
}

/**
 * A page that is frozen or in the back/forward cache misses the messages by which tabs report commits. An invalidation fires when
 * such a page is shown or resumes. It also fires when a gap in the numbers of the writer's messages shows that some were lost.
 */
export function invalidationOf(
  name: string,
  { document, window }: PageEvents = ofThisPage(),
  open = typeof BroadcastChannel === 'undefined' ? undefined : broadcastChannel,
): Invalidation {
  return (listener) => {
    const whenVisible = () => {
      if (document?.visibilityState === 'visible') listener()
    }
    // Only the number of a message is used.
    const read = () => true
    const announcements = new Announcements(
      open,
      `waraq:${name}`,
      crypto.randomUUID(),
      read,
      ({ missed }) => {
        if (missed) listener()
      },
    )
    const end = listen([
      [document, 'visibilitychange', whenVisible],
      [document, 'resume', listener],
      [window, 'pageshow', listener],
    ])
    return () => {
      announcements.close()
      end()
    }
  }
}
