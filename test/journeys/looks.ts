import type { Page } from 'playwright-core'
import { settingsKey } from '../../demo/src/settings/settings-store.ts'

/** Every language and theme that the reader has. */
export const looks = (['en', 'ar'] as const).flatMap((language) =>
  (['light', 'dark', 'sepia'] as const).map((theme) => ({ language, theme })),
)
export type Look = (typeof looks)[number]

export const sizes = {
  phone: { width: 390, height: 844 },
  desk: { width: 1280, height: 900 },
} as const

/**
 * Changes how the reader looks by its settings, as another tab of the same site does it: all that is open on the page
 * stays open. `outside` is such a tab, without the reader.
 */
export async function changeLook(page: Page, outside: Page, look: Look): Promise<void> {
  await outside.evaluate(
    ([key, change]) => {
      const settings = JSON.parse(localStorage.getItem(key) ?? '{}') as object
      localStorage.setItem(key, JSON.stringify({ ...settings, ...change }))
    },
    [settingsKey, look] as const,
  )
  const { language, theme } = look
  await page.waitForFunction(
    ([lang, shown]) => {
      const root = document.documentElement
      return root.lang === lang && root.dataset['theme'] === shown
    },
    [language, theme] as const,
  )
  // What was looked up by the language, as the names of chapters, may come a moment later.
  await page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
  })
}
