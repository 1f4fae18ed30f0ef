import { timesSooner } from './made.mjs'
import { blocksOf, frontMatter, paragraphAfterTitle, shortened } from './markdown.mjs'

/**
 * The first screen: the promise of the README, one figure of the report, the README's first code, one picture of the demo.
 *
 * @typedef {{ title: string, name: string, text?: string, tagline?: string, begin: string, figures: string, picture: string, sooner: string }} Words
 */

/**
 * @param {'en' | 'ar'} language
 * @param {(path: string) => string} read
 * @param {(path: string) => string} picture address of a picture on a page
 */
export function firstScreen(language, read, picture) {
  const readme = read('README.md')
  const folder = language === 'en' ? '' : `${language}/`
  /** @type {Words} */
  const words = JSON.parse(read(`packages/site/own/${folder}first-screen.json`))
  const promise = paragraphAfterTitle(readme)
  const begin = shortened(promise, 0)
  const { text = begin, tagline = promise.slice(begin.length).trim() } = words
  const [light, dark] = ['light', 'dark'].map((scheme) =>
    picture(`packages/site/pictures/reader-${scheme}.webp`),
  )
  const matter = frontMatter({
    layout: 'first-screen',
    sidebar: false,
    title: words.title,
    titleTemplate: false,
    description: text,
    hero: {
      name: words.name,
      text,
      tagline,
      image: { light, dark, alt: words.picture },
      actions: [
        { theme: 'brand', text: words.begin, link: `/${folder}getting-started` },
        { theme: 'alt', text: words.figures, link: '/figures/benchmarks' },
      ],
    },
  })
  const [code = ''] = blocksOf(readme)
  return `${matter}
<div class="first-number"><strong dir="ltr">${timesSooner(read)} ×</strong><span>${words.sooner}</span></div>

${code}
`
}
