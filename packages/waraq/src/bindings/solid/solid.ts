import {
  createComponent,
  createContext,
  createEffect,
  createMemo,
  createSignal,
  on,
  onCleanup,
  sharedConfig,
  useContext,
  type Accessor,
  type JSX,
} from 'solid-js'
import type { LiveAnswer } from '../../app/answers.ts'
import type { AppQuery, Waraq } from '../../app/create-waraq.ts'
import { answersTo, hasSameKey, notProvided } from '../answers-to.ts'

const AppContext = createContext<Waraq>()

export interface WaraqProviderProps {
  /** As `createWaraq` returns it. */
  readonly app: Waraq
  readonly children?: JSX.Element
}

/** Provides an application to the components below it. */
export function WaraqProvider(props: WaraqProviderProps): JSX.Element {
  return createComponent(AppContext.Provider, {
    value: props.app,
    get children() {
      return props.children
    },
  })
}

/**
 * Returns the application of the `WaraqProvider` above.
 * @throws {WaraqError} `not_provided` if there is no provider above
 */
export function useApp(): Waraq {
  const app = useContext(AppContext)
  if (!app) throw notProvided('<WaraqProvider app={app}> above this component')
  return app
}

/**
 * Returns an accessor of the answer to a query, which is updated with every change of the content. The query is a function, so
 * that it may depend on signals. Components with the same query share one live query. Null runs no query.
 *
 * On a server the answer is pending, and stays so until the browser has hydrated the markup.
 * @throws {WaraqError} `not_provided` if there is no provider above
 */
export function useLiveQuery<T>(query: () => AppQuery<T> | null): Accessor<LiveAnswer<T>> {
  const app = useApp()
  const asked = createMemo(query, null, { equals: hasSameKey })
  const answers = createMemo(() => answersTo(app, asked()))
  const [changes, change] = createSignal(undefined, { equals: false })
  const [isHydrating, setHydrating] = createSignal(sharedConfig.context !== undefined)
  createEffect(
    on(answers, ({ subscribe }) => {
      setHydrating(false)
      onCleanup(subscribe(() => change(undefined)))
    }),
  )
  return createMemo(() => {
    changes()
    return isHydrating() ? answers().initial : answers().get()
  })
}
