import { waitFor } from '../lifecycle/wait-for.ts'
import { ask } from './ask.ts'
import type { BrowserTab } from './drivers/driver.ts'

/** Actions in a page that need neither the DevTools protocol nor Playwright, so that they are the same in each browser. */

export function testId(name: string): string {
  return `[data-testid="${name}"]`
}

/** Clicks the element that matches the selector, as soon as it exists. */
export async function press(tab: BrowserTab, selector: string): Promise<void> {
  const pressed = () =>
    ask(
      tab,
      (where) => {
        const found = document.querySelector<HTMLElement>(where)
        if (!found || found.matches(':disabled')) return false
        found.click()
        return true
      },
      selector,
    )
  await waitFor(pressed, (isPressed) => isPressed, selector)
}

/** Requests a sync in the built reader, in the details that the sync indicator opens. */
export async function askForSync(tab: BrowserTab): Promise<void> {
  await press(tab, testId('sync-state'))
  await press(tab, `${testId('sync-now')}:not(:disabled)`)
  await press(tab, testId('sync-state'))
}

/** Replaces the text of a field, as soon as the field exists. */
export async function type(tab: BrowserTab, selector: string, text: string): Promise<void> {
  const typed = () =>
    ask(
      tab,
      (where, wanted) => {
        const field = document.querySelector<HTMLInputElement>(where)
        if (!field) return false
        // React overrides the property of the element itself, and ignores values that are set there.
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, wanted)
        return field.dispatchEvent(new InputEvent('input', { bubbles: true }))
      },
      selector,
      text,
    )
  await waitFor(typed, (isTyped) => isTyped, selector)
}

/** Waits until the text of the element that matches the selector is as expected, and returns it. */
export function reads(
  tab: BrowserTab,
  selector: string,
  holds: (text: string) => boolean = () => true,
): Promise<string | null> {
  // During a navigation the call may reach the page that is being left.
  const text = () =>
    ask(tab, (where) => document.querySelector(where)?.textContent ?? null, selector).catch(() => null)
  return waitFor(text, (found) => found !== null && holds(found), selector)
}
