import { expose } from 'comlink'

/** The door of protocol 1, as an old service worker may still serve it. Opened all the same, it would write. */
expose({
  open: (protocol: number) => {
    if (protocol === 1) indexedDB.open('written by protocol 1')
    return {
      ok: false,
      error: {
        name: 'WaraqError',
        code: 'protocol_mismatch',
        message: 'Page and worker are of different versions. Reload the page.',
        retryable: false,
        details: { page: protocol, worker: 1 },
      },
    }
  },
  call: () => ({ ok: true, value: 'of another meaning' }),
})
