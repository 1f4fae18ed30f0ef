/** Network conditions that the device reports. Null if it does not report one; null does not hold back any sync. */
export interface Conditions {
  /** A hint only: browsers are wrong about it in both directions, so it never prevents a sync. */
  readonly online: boolean | null
  /** The person has turned on data saving in the browser. */
  readonly saveData: boolean | null
  /** The connection is of a kind that is usually billed by volume. */
  readonly metered: boolean | null
}

/** The parts of `navigator` that are read. `connection` exists only in Chromium, and is not part of the DOM's types. */
export interface NavigatorLike {
  readonly onLine?: unknown
  readonly connection?: { readonly saveData?: unknown; readonly type?: unknown } | null | undefined
}

const metered: ReadonlyMap<unknown, boolean> = new Map([
  ['cellular', true],
  ['wimax', true],
  ['ethernet', false],
  ['wifi', false],
])

function flag(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null
}

/** Reads the conditions. Works in pages and workers, and also without a `navigator`. */
export function readConditions(navigator: NavigatorLike | undefined): Conditions {
  return {
    online: flag(navigator?.onLine),
    saveData: flag(navigator?.connection?.saveData),
    metered: metered.get(navigator?.connection?.type) ?? null,
  }
}

/** Whether automatic syncs should wait. */
export function wantsSaving({ saveData, metered: isMetered }: Conditions): boolean {
  return saveData === true || isMetered === true
}
