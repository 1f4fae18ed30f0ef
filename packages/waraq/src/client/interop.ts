declare global {
  interface SymbolConstructor {
    /** The symbol that observable libraries look for in a value. RxJS declares it in the same way. */
    readonly observable: symbol
  }
}

/** An object that observable libraries accept, RxJS with `from`. */
export interface Interop<Observer> {
  [Symbol.observable](): { subscribe(observer: Observer): { unsubscribe(): void } }
}

export function asObservable<Observer>(subscribe: (observer: Observer) => () => void): Interop<Observer> {
  const interop = () => ({ subscribe: (observer: Observer) => ({ unsubscribe: subscribe(observer) }) })
  // Observable libraries look for this string if no code on the page has defined the symbol.
  return { [(Symbol.observable ?? '@@observable') as typeof Symbol.observable]: interop }
}
