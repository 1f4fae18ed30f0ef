import { ObservableValue } from 'waraq/client'

export type { Observable } from 'waraq/client'

/** A value of several parts, of which one or another changes. */
export class State<T extends object> extends ObservableValue<T> {
  update(change: Partial<T>): void {
    this.set({ ...this.get(), ...change })
  }
}
