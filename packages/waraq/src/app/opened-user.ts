import { ObservableValue, type Observable } from '../client/observable.ts'
import type { UserData } from '../user/api.ts'
import type { Waraq } from './create-waraq.ts'

const ofApplication = new WeakMap<Waraq, Observable<UserData | null>>()

/** What a person keeps, once it is open: null until then. Its code is asked for by whoever follows it first. */
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
      // Such as code that did not come: the next who follows asks again.
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
