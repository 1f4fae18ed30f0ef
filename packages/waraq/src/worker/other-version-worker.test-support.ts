import { expose } from 'comlink'

/** A worker of protocol 1, as an old service worker may still serve it. Where a newer page opens it all the same, it writes. */
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
