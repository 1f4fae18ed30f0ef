declare global {
  interface SymbolConstructor {
    /** What libraries of observables look for in a value. RxJS declares it in the same way. */
    readonly observable: symbol
  }
}

/** What libraries of observables take: RxJS by `from`. */
export interface Interop<Observer> {
  [Symbol.observable](): { subscribe(observer: Observer): { unsubscribe(): void } }
}

export function asObservable<Observer>(subscribe: (observer: Observer) => () => void): Interop<Observer> {
  const interop = () => ({ subscribe: (observer: Observer) => ({ unsubscribe: subscribe(observer) }) })
  // They look for the text where nothing on the page has defined the symbol.
  return { [(Symbol.observable ?? '@@observable') as typeof Symbol.observable]: interop }
}
