import { ObservableValue } from 'waraq/client'

export type { Observable } from 'waraq/client'

/** A value with several fields that change separately. */
export class State<T extends object> extends ObservableValue<T> {
  update(change: Partial<T>): void {
    this.set({ ...this.get(), ...change })
  }
}
