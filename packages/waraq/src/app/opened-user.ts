import { ObservableValue, type Observable } from '../client/observable.ts'
import type { UserData } from '../user/api.ts'
import type { Waraq } from './create-waraq.ts'

const ofApplication = new WeakMap<Waraq, Observable<UserData | null>>()

/** A person's data once it is open; null until then. The first subscriber starts the loading of its code. */
export function openedUser(app: Waraq): Observable<UserData | null> {
  const known = ofApplication.get(app)
  if (known) return known
  const value = new ObservableValue<UserData | null>(null)
  let isAsked = false
  const ask = async () => {
    isAsked = true
    try {
      value.set(await app.user())
    } catch {
      // For example, its code could not be loaded. The next subscriber tries again.
      isAsked = false
    }
  }
  const made: Observable<UserData | null> = {
    get: value.get,
    subscribe: (listener) => {
      if (!isAsked) void ask()
      return value.subscribe(listener)
    },
  }
  ofApplication.set(app, made)
  return made
}
