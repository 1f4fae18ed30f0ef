import {
  computed,
  getCurrentInstance,
  inject,
  onMounted,
  shallowRef,
  ssrContextKey,
  unref,
  watch,
  type App,
  type InjectionKey,
  type MaybeRefOrGetter,
  type ShallowRef,
} from 'vue'
import type { LiveAnswer } from '../../app/answers.ts'
import type { AppQuery, Waraq } from '../../app/create-waraq.ts'
import { answersTo, hasSameKey, notProvided } from '../answers-to.ts'

const appKey: InjectionKey<Waraq> = Symbol('waraq')

/** Provides an application to all components: `createApp(App).use(WaraqPlugin, app)`. */
export const WaraqPlugin = {
  install(vue: App, app: Waraq): void {
    vue.provide(appKey, app)
  },
}

/**
 * Returns the application that `WaraqPlugin` provides.
 * @throws {WaraqError} `not_provided` if the plugin is not installed
 */
export function useApp(): Waraq {
  const app = inject(appKey, null)
  if (!app) throw notProvided('createApp(App).use(WaraqPlugin, app)')
  return app
}

/** A query is a function too, and has a key. Any other function is a getter. */
function valueOf<T>(query: MaybeRefOrGetter<AppQuery<T> | null>): AppQuery<T> | null {
  return typeof query === 'function' && !('key' in query) ? query() : unref(query)
}

/**
 * Returns a readonly ref of the answer to a query, which is updated with every change of the content. Pass a getter or a ref if
 * the query depends on reactive state. Components with the same query share one live query. Null runs no query.
 *
 * On a server the answer is pending. It stays pending until the component is mounted if the markup comes from a server.
 * @throws {WaraqError} `not_provided` if the plugin is not installed
 */
export function useLiveQuery<T>(
  query: MaybeRefOrGetter<AppQuery<T> | null>,
): Readonly<ShallowRef<LiveAnswer<T>>> {
  const app = useApp()
  const asked = computed((former?: AppQuery<T> | null) => {
    const next = valueOf(query)
    return former && hasSameKey(former, next) ? former : next
  })
  const answers = computed(() => answersTo(app, asked.value))
  const changes = shallowRef(0)
  const follow = () =>
    watch(answers, ({ subscribe }, _, onCleanup) => onCleanup(subscribe(() => (changes.value += 1))), {
      immediate: true,
    })
  // A vnode has its element before `setup` runs only if the component is hydrated.
  const isHydrating = shallowRef(Boolean(getCurrentInstance()?.vnode.el))
  if (isHydrating.value)
    onMounted(() => {
      isHydrating.value = false
      follow()
    })
  else if (!inject(ssrContextKey, null)) follow()
  return computed(() => {
    void changes.value
    return isHydrating.value ? answers.value.initial : answers.value.get()
  })
}
