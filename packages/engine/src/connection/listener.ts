/** Calls what the application gave. What it throws is shown as uncaught, where there is a console, and harms nobody else. */
export function callListener<T>(listener: (value: T) => void, value: T): void {
  try {
    listener(value)
  } catch (error) {
    if (typeof reportError === 'function') reportError(error)
  }
}
