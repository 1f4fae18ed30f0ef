import {
  assertInInjectionContext,
  computed,
  DestroyRef,
  effect,
  inject,
  InjectionToken,
  Injector,
  makeEnvironmentProviders,
  PLATFORM_ID,
  runInInjectionContext,
  signal,
  untracked,
  type EnvironmentProviders,
  type Signal,
} from '@angular/core'
import type { LiveAnswer } from '../../app/answers.ts'
import type { AppQuery, Waraq } from '../../app/create-waraq.ts'
import { answersTo, hasSameKey, notProvided } from '../answers-to.ts'

const appToken = new InjectionToken<Waraq>('waraq')

/**
 * Provides an application: `bootstrapApplication(App, { providers: [provideWaraq(() => createWaraq({ content }))] })`. It is
 * created by the first `injectApp` or `injectLiveQuery`, and closed when the injector is destroyed.
 */
export function provideWaraq(make: () => Waraq): EnvironmentProviders {
  return makeEnvironmentProviders([
    {
      provide: appToken,
      useFactory: () => {
        const app = make()
        inject(DestroyRef).onDestroy(() => void app.close())
        return app
      },
    },
  ])
}

/**
 * Returns the application that `provideWaraq` provides. Call it in an injection context.
 * @throws {WaraqError} `not_provided` if there is no `provideWaraq`
 */
export function injectApp(): Waraq {
  const app = inject(appToken, { optional: true })
  if (!app) throw notProvided('provideWaraq(() => createWaraq(...))')
  return app
}

export interface InjectLiveQueryOptions {
  /** Pass it to call `injectLiveQuery` outside of an injection context. The query ends when it is destroyed. */
  readonly injector?: Injector | undefined
}

/**
 * Returns a signal of the answer to a query, which is updated with every change of the content. The query is a function, so
 * that it may depend on signals, including inputs. Components with the same query share one live query. Null runs no query. The
 * query ends with its injector. On a server the answer is pending.
 * @throws {WaraqError} `not_provided` if there is no `provideWaraq`
 */
export function injectLiveQuery<T>(
  query: () => AppQuery<T> | null,
  { injector }: InjectLiveQueryOptions = {},
): Signal<LiveAnswer<T>> {
  if (injector) return runInInjectionContext(injector, () => injectLiveQuery(query))
  assertInInjectionContext(injectLiveQuery)
  const app = injectApp()
  const asked = computed(query, { equal: hasSameKey })
  const answers = computed(() => answersTo(app, asked()))
  const changes = signal(0)
  // Effects also run on a server.
  if (inject(PLATFORM_ID) !== 'server')
    effect((onCleanup) => {
      const { subscribe } = answers()
      onCleanup(untracked(() => subscribe(() => changes.update((count) => count + 1))))
    })
  return computed(() => {
    changes()
    return answers().get()
  })
}
