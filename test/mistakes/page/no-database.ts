/** As in a browser that gives no database, such as some private windows. */
Object.defineProperty(globalThis, 'indexedDB', { value: undefined })
