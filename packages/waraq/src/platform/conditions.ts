/** What the device says of its network. Null where it says nothing, which then holds nothing back. */
export interface Conditions {
  /** A hint only: browsers are wrong about it in both directions, so it never keeps a sync from being tried. */
  readonly online: boolean | null
  /** The person asked the browser to save data. */
  readonly saveData: boolean | null
  /** The connection is of a kind that is usually paid for by volume. */
  readonly metered: boolean | null
}

/** The parts of `navigator` that are read. `connection` is in Chromium only, and not part of the DOM's types. */
export interface NavigatorParts {
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

/** Works in pages and workers, and where there is no `navigator` at all. */
export function readConditions(navigator: NavigatorParts | undefined): Conditions {
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
