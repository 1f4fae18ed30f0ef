import { Suspense, use, useCallback, useEffect, useState, type ComponentType } from 'react'
import { reloadIntoNewest } from '../updates.ts'
import { useSync, useWords } from '../ui/hooks.ts'

type Load = () => Promise<unknown>
const waiting: Load[] = []

/** Loads the code of all such components, so that a screen that is opened later need not wait. What fails is left to its first use. */
export function loadTheRest(): void {
  for (const load of waiting) load().catch(() => undefined)
}

/** Code that no component is made of: loaded by its first use, or before by `loadTheRest`. */
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

/** In place of code that did not come. Offline, a reload may lose the page: what shows this tries again once there is a connection. */
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
  return (
    <div className="absence" role="alert">
      <p>{words.notLoaded}</p>
      <button type="button" className="button" onClick={reloadIntoNewest}>
        {words.reload}
      </button>
    </div>
  )
}

/** A component whose code is loaded when it is shown, or before by `loadTheRest`; then it shows at once. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
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
        // The next page that needs it tries again, too.
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
      <Suspense fallback={<Opening />}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}
