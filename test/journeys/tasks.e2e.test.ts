import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDemo, type RunningDemo } from '../../demo/scripts/serve.mjs'
import { sharedChromium } from '../browser/chromium.ts'
import { sizes } from './looks.ts'
import { isCurrent, keep, ReaderVisit } from './reader-visit.ts'

/**
 * Twelve tasks of a reader, each from a usual start to its end. What a person does is counted: each click, key and typed text is
 * one act. The counts are exact, so that a way that becomes longer fails the test; a change that shortens one lowers it here.
 */

/** Keys after which a person gives up looking for something. */
const mostKeys = 150

/** A person at a desk, who acts on what they see. */
class Person {
  acts = 0
  readonly visit: ReaderVisit
  readonly page: Page
  readonly #hasPointer: boolean

  /** Without a pointer, everything is reached with Tab and the arrow keys, which do not count as acts. */
  constructor(visit: ReaderVisit, page: Page, hasPointer: boolean) {
    this.visit = visit
    this.page = page
    this.#hasPointer = hasPointer
  }

  get(id: string): Locator {
    return this.page.getByTestId(id)
  }

  verse(key: string): Locator {
    return this.get(`verse-${key}`)
  }

  tool(key: string, name: string): Locator {
    return this.verse(key).locator(`[data-tool="${name}"]`)
  }

  async click(what: Locator): Promise<void> {
    this.acts += 1
    if (this.#hasPointer) return what.click()
    await this.#reach(what)
    // A radio button is chosen as soon as it has the focus.
    if ((await this.#relation(what)) !== 'chosen') await this.page.keyboard.press('Enter')
  }

  /** How the element with the focus is related to the wanted one. */
  #relation(what: Locator): Promise<'there' | 'chosen' | 'beside' | 'elsewhere'> {
    return what.first().evaluate((wanted) => {
      const { activeElement: focused } = document
      if (!(focused instanceof HTMLElement)) return 'elsewhere'
      const input = wanted.matches('input') ? wanted : wanted.querySelector('input')
      if (wanted === focused || input === focused)
        return focused instanceof HTMLInputElement && focused.type === 'radio' ? 'chosen' : 'there'
      const group = '[role="radiogroup"], fieldset, [data-verse]'
      const own = wanted.closest(group)
      return own !== null && own === focused.closest(group) ? 'beside' : 'elsewhere'
    })
  }

  /** With Tab from control to control, and with the arrow keys among radio buttons and the tools of a verse. */
  async #reach(what: Locator): Promise<void> {
    await what.first().waitFor({ state: 'attached' })
    for (let keys = 0; keys < mostKeys; keys += 1) {
      const relation = await this.#relation(what)
      if (relation === 'there' || relation === 'chosen') return
      await this.page.keyboard.press(relation === 'beside' ? 'ArrowRight' : 'Tab')
    }
    throw new Error(`The keyboard does not lead to ${what.toString()}`)
  }

  async press(key: string): Promise<void> {
    this.acts += 1
    await this.page.keyboard.press(key)
  }

  async type(where: Locator, text: string): Promise<void> {
    this.acts += 1
    if (this.#hasPointer) return where.fill(text)
    await this.#reach(where)
    await this.page.keyboard.press('Control+a')
    await this.page.keyboard.type(text)
  }

  /** Opens a page as a link from elsewhere does. */
  async startAt(hash: string): Promise<void> {
    await this.page.goto('about:blank')
    await this.page.goto(`${demo.url}${hash}`)
  }

  hash(): Promise<string> {
    return this.page.evaluate(() => location.hash)
  }
}

let demo: RunningDemo

const begin = async (hasPointer: boolean, hash = '') => {
  const visit = await ReaderVisit.begin(await sharedChromium(), demo, {
    locale: 'en-GB',
    viewport: sizes.desk,
    reducedMotion: 'reduce',
  })
  await visit.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  return new Person(visit, await visit.open(hash), hasPointer)
}

beforeAll(async () => {
  demo = await startDemo({
    content: {
      chapters: [1, 2, 112, 113, 114],
      resources: 'quran_core:1;mushafs:1;translations:20;recitations:7',
    },
  })
})

afterAll(() => demo?.close())

interface Task {
  readonly name: string
  readonly acts: number
  /** Where it begins. Without it, at the first visit, with nothing on the device. */
  readonly from?: string
  /** What is on the page when the person begins. */
  readonly sees?: (person: Person) => Locator
  readonly task: (person: Person) => Promise<void>
}

const option = ({ page }: Person, value: string) =>
  page.locator('label', { has: page.locator(`input[value="${value}"]`) })

const ofChapter = (person: Person) => person.tool('112:1', 'favorite')

const tasks: readonly Task[] = [
  {
    name: 'the first visit: to a verse with a translation of the own language',
    acts: 2,
    task: async (person) => {
      await person.click(person.get('chapter-link-112'))
      await expect.poll(() => person.verse('112:1').getByTestId('verse-arabic').textContent()).toMatch(/أَحَدٌ/)
      await person.click(person.get('first-download'))
      await person.verse('112:1').locator('[data-resource="translations:20"]').waitFor()
    },
  },
  {
    name: 'find Ayat al-Kursi',
    acts: 3,
    from: '#/',
    sees: (person) => person.get('chapter-link-112'),
    task: async (person) => {
      await person.press('Control+k')
      await person.type(person.page.getByRole('combobox'), 'ayat al-kursi')
      await expect.poll(() => person.page.getByRole('option').first().innerText()).toContain('255')
      await person.press('Enter')
      await person.verse('2:255').getByTestId('verse-arabic').waitFor()
    },
  },
  {
    name: 'go to page 50 of the mushaf',
    acts: 3,
    from: '#/chapter/112',
    sees: ofChapter,
    task: async (person) => {
      await person.click(person.get('jump'))
      await person.click(option(person, 'page'))
      await person.click(person.page.getByRole('dialog').getByRole('link', { name: 'Page 50', exact: true }))
      await expect.poll(() => person.hash()).toBe('#/page/50')
    },
  },
  {
    name: 'copy verses 1 to 3 with their names',
    acts: 3,
    from: '#/chapter/112',
    sees: ofChapter,
    task: async (person) => {
      await person.click(person.verse('112:1').getByTestId('verse-number'))
      await person.click(person.verse('112:3').getByTestId('verse-number'))
      await person.click(person.get('range-bar').getByRole('button', { name: 'Copy' }))
      const copied = () => person.page.evaluate(() => navigator.clipboard.readText())
      await expect.poll(copied).toMatch(/Al-Ikhlas, verses 1 to 3$/)
    },
  },
  {
    name: 'listen to a chapter three times, at 0.75 of the speed',
    acts: 5,
    from: '#/chapter/112',
    sees: ofChapter,
    task: async (person) => {
      const choice = (group: string, name: string) =>
        person
          .get('player-sheet')
          .getByRole('group', { name: group, exact: true })
          .getByLabel(name, { exact: true })
      await person.click(person.get('play-chapter'))
      await person.click(person.get('player-options'))
      for (const [group, name] of [
        ['Speed', '0.75×'],
        ['Repeat', 'Chapter'],
        ['How often it plays', '3×'],
      ] as const) {
        await person.click(choice(group, name))
        await expect.poll(() => choice(group, name).isChecked()).toBe(true)
      }
      await person.page.locator('[data-played]').first().waitFor({ state: 'attached' })
      await person.page.keyboard.press('Escape')
      await person.page.getByRole('button', { name: 'Close the player' }).click()
    },
  },
  {
    name: 'learn a verse: hide its words, and reveal two',
    acts: 3,
    from: '#/chapter/112',
    sees: ofChapter,
    task: async (person) => {
      const hidden = () => person.verse('112:1').locator('.hidden-word').count()
      await person.press('h')
      await expect.poll(hidden).toBe(4)
      await person.press('w')
      await person.press('w')
      await expect.poll(hidden).toBe(2)
      await person.page.keyboard.press('h')
    },
  },
  {
    name: 'a plan for thirty days',
    acts: 3,
    from: '#/',
    sees: (person) => person.get('plan-card'),
    task: async (person) => {
      await person.click(person.get('plan-card'))
      await person.type(person.get('plan-days'), '30')
      await person.press('Enter')
      await person.page.getByRole('heading', { name: 'Day 1 of 30' }).waitFor()
    },
  },
  {
    name: 'mark a verse as a favorite, and find it in the list',
    acts: 2,
    from: '#/chapter/112',
    sees: ofChapter,
    task: async (person) => {
      await person.click(person.tool('112:2', 'favorite'))
      await expect.poll(() => person.get('star-112:2').getAttribute('aria-pressed')).toBe('true')
      await person.click(person.get('nav-saved'))
      await expect
        .poll(() => person.page.locator('.line-name').allInnerTexts())
        .toContain('Al-Ikhlas, verse 2')
    },
  },
  {
    name: 'write a note on a verse',
    acts: 4,
    from: '#/chapter/112',
    sees: ofChapter,
    task: async (person) => {
      await person.click(person.verse('112:3').getByTestId('verse-actions'))
      await person.click(option(person, 'notes'))
      await person.type(
        person.page.locator('.new-note').getByTestId('note-text'),
        'Begets not, nor was begotten.',
      )
      await person.click(person.get('note-save'))
      await person.page.locator('.note-body').getByText('Begets not').waitFor()
    },
  },
  {
    name: 'have a chapter’s recitation on the device',
    acts: 1,
    from: '#/chapter/112',
    sees: (person) => person.get('keep-chapter'),
    task: async (person) => {
      await person.click(person.get('keep-chapter'))
      await person.page.locator('[data-testid="kept-chapter"][data-kept="kept"]').waitFor()
    },
  },
  {
    name: 'continue where one stopped',
    acts: 1,
    from: '#/',
    sees: (person) => person.get('continue'),
    task: async (person) => {
      await person.click(person.get('continue'))
      await expect.poll(() => person.hash()).toMatch(/^#\/chapter\/112/)
      await person.verse('112:1').waitFor()
    },
  },
  {
    name: 'use it in Arabic, and dark',
    acts: 3,
    from: '#/',
    sees: (person) => person.get('nav-settings'),
    task: async (person) => {
      await person.click(person.get('nav-settings'))
      await person.click(option(person, 'ar'))
      await person.click(option(person, 'dark'))
      const { page } = person
      await expect
        .poll(() =>
          page.evaluate(() => [document.documentElement.dir, document.documentElement.dataset['theme']]),
        )
        .toEqual(['rtl', 'dark'])
    },
  },
]

describe.each([
  ['with a pointer', true],
  ['by the keyboard alone', false],
])('%s', (how, hasPointer) => {
  let reader: Person
  const done: Record<string, { readonly acts: number; readonly seconds: string }> = {}
  afterAll(async () => {
    console.log(how)
    console.table(done)
    await reader?.visit.close()
  })

  it('a reader has a translation, the mushaf and a recitation', async () => {
    reader = await begin(hasPointer, '#/library')
    await keep(reader.page)
    for (const key of ['recitations:7', 'mushafs:1']) await reader.get(`toggle-${key}`).check()
    await isCurrent(reader.page)
  })

  it.each(tasks)('$name: $acts acts', async ({ name, acts, from, sees, task }) => {
    const person = from === undefined ? await begin(hasPointer) : reader
    if (from !== undefined) await person.startAt(from)
    await sees?.(person).waitFor({ state: 'attached' })
    person.acts = 0
    const began = performance.now()
    await task(person)
    done[name] = { acts: person.acts, seconds: ((performance.now() - began) / 1_000).toFixed(1) }
    expect(person.acts).toBe(acts)
    if (person !== reader) await person.visit.close()
  })
})
