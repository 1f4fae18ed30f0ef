import { Suspense, use, useCallback, useEffect, useState, type ComponentType } from 'react'
import { reloadIntoNewest } from '../updates.ts'
import { useSync, useWords } from '../ui/hooks.ts'

type Load = () => Promise<unknown>
const waiting: Load[] = []

/**
 * Loads the code of all these components, so that a screen that is opened later need not wait. Code that fails to load is
 * loaded with its first use.
 */
export function loadTheRest(): void {
  for (const load of waiting) load().catch(() => undefined)
}

/** Registers code that is not a component. It is loaded with its first use, or earlier by `loadTheRest`. */
export function whenNeeded<T>(load: () => Promise<T>): () => Promise<T> {
  waiting.push(load)
  return load
}

export function Opening() {
  const words = useWords()
  return (
    <p className="absence late" role="status">
      {words.openingPage}
    </p>
  )
}

/**
 * Shown instead of code that failed to load. Offline, a reload may lose the page, so the component tries again once there
 * is a connection.
 */
export function NotLoaded() {
  const words = useWords()
  const { online } = useSync()
  if (!online) {
    return (
      <p className="absence" role="status">
        {words.opensOnline}
      </p>
    )
  }
  return <Broken />
}

/** Shown instead of what cannot be shown. */
export function Broken() {
  const words = useWords()
  return (
    <div className="absence" role="alert">
      <p>{words.notLoaded}</p>
      <button type="button" className="button" onClick={reloadIntoNewest}>
        {words.reload}
      </button>
    </div>
  )
}

/**
 * A component whose code is loaded when it is shown, or earlier by `loadTheRest`. In the second case it shows immediately.
 * `Meanwhile`: stands in its place until then.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile: ComponentType<Props> = Opening,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props> | null> | undefined
  const begin = () =>
    (loading ??= load().then(
      (component) => (loaded = component),
      () => null,
    ))
  const forget = () => void (loading = undefined)
  waiting.push(async () => {
    if ((await begin()) === null) forget()
  })
  function Failed({ onAgain }: { readonly onAgain: () => void }) {
    useEffect(() => {
      const again = () => {
        forget()
        onAgain()
      }
      addEventListener('online', again)
      return () => {
        removeEventListener('online', again)
        // The next page that needs it tries again too.
        forget()
      }
    }, [onAgain])
    return <NotLoaded />
  }
  function Loaded(props: Props) {
    const [, setTry] = useState(0)
    const again = useCallback(() => setTry((count) => count + 1), [])
    const Component = loaded ?? use(begin())
    return Component ? <Component {...props} /> : <Failed onAgain={again} />
  }
  return function Later(props: Props) {
    return (
      <Suspense fallback={<Meanwhile {...props} />}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}
