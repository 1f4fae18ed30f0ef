import { until } from '../lifecycle/patience.ts'
import { ask } from './ask.ts'
import type { BrowserTab } from './drivers/driver.ts'

/** Actions in a page that need neither the DevTools protocol nor Playwright, so that they are the same in each browser. */

export function testId(name: string): string {
  return `[data-testid="${name}"]`
}

/** Presses what has this name in the page, once it is there. */
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
  await until(pressed, (isPressed) => isPressed, selector)
}

/** Asks the built reader for a sync, in the details that the sign of syncing opens. */
export async function askForSync(tab: BrowserTab): Promise<void> {
  await press(tab, testId('sync-state'))
  await press(tab, `${testId('sync-now')}:not(:disabled)`)
  await press(tab, testId('sync-state'))
}

/** Types into a field, once it is there, in place of what is in it. */
export async function type(tab: BrowserTab, selector: string, text: string): Promise<void> {
  const typed = () =>
    ask(
      tab,
      (where, wanted) => {
        const field = document.querySelector<HTMLInputElement>(where)
        if (!field) return false
        // React looks at the property of the element itself, and takes for known what is set there.
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, wanted)
        return field.dispatchEvent(new InputEvent('input', { bubbles: true }))
      },
      selector,
      text,
    )
  await until(typed, (isTyped) => isTyped, selector)
}

/** The text of what has this name, once the text is as wanted. */
export function reads(
  tab: BrowserTab,
  selector: string,
  holds: (text: string) => boolean = () => true,
): Promise<string | null> {
  // While pages change, the question may reach the page that is going.
  const text = () =>
    ask(tab, (where) => document.querySelector(where)?.textContent ?? null, selector).catch(() => null)
  return until(text, (found) => found !== null && holds(found), selector)
}
