import postcssRTLCSS from 'postcss-rtlcss'
import { defineConfig } from 'vitepress'
import { api } from '../src/entry-points.mjs'
import { root } from '../src/gather.mjs'
import { slugOf } from '../src/markdown.mjs'
import { groups } from '../src/pages.mjs'
import { followDocuments } from './follow.mts'
import { makeServiceWorker, registration } from './offline.mts'

const link = ({ path, title }: { readonly path: string; readonly title: string }) => ({
  text: title,
  link: `/${path}`,
})
const named = (...titles: string[]) =>
  groups
    .filter(({ title }) => titles.includes(title))
    .map(({ title, pages }) => ({ text: title, items: pages.map(link) }))

/** Each part of the site has its own list, which is short enough to stay open. */
const begin = named('Begin', 'Guides')
const how = named('How it works')
const reference = [...named('Reference', 'Packages'), { text: 'API', items: api(root).map(link) }]
const project = named('Figures', 'Project')
const sidebar = {
  '/': begin,
  '/how/': how,
  '/reference/': reference,
  '/packages/': reference,
  '/api/': reference,
  '/figures/': project,
  '/project/': project,
}

const base = process.env['WARAQ_BASE'] ?? '/'

export default defineConfig({
  title: 'Waraq',
  description: 'An offline library for readers of public content',
  srcDir: '.pages',
  outDir: 'dist',
  cacheDir: 'node_modules/.vitepress',
  cleanUrls: false,
  lastUpdated: false,
  head: [['link', { rel: 'icon', href: `${base}icon.svg`, type: 'image/svg+xml' }]],
  // Only for a built site: during development, no page may be older than its source.
  transformHead: () => [['script', {}, registration(base)]],
  buildEnd: ({ outDir }) => makeServiceWorker(outDir),
  // A site may be served below a path of its host.
  base,
  markdown: {
    anchor: { slugify: slugOf },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  vite: {
    plugins: [followDocuments],
    css: {
      postcss: {
        plugins: [postcssRTLCSS({ ltrPrefix: ':where([dir="ltr"])', rtlPrefix: ':where([dir="rtl"])' })],
      },
    },
  },
  themeConfig: {
    search: {
      provider: 'local',
      options: {
        locales: {
          ar: {
            translations: {
              button: { buttonText: 'بحث', buttonAriaLabel: 'بحث' },
              modal: {
                noResultsText: 'لا نتائج لـ',
                resetButtonTitle: 'مسح',
                backButtonTitle: 'إغلاق',
                displayDetails: 'عرض التفاصيل',
                footer: { selectText: 'للاختيار', navigateText: 'للتنقل', closeText: 'للإغلاق' },
              },
            },
          },
        },
      },
    },
    i18nRouting: false,
  },
  locales: {
    root: {
      label: 'English',
      lang: 'en',
      dir: 'ltr',
      themeConfig: {
        nav: [
          { text: 'Tutorial', link: '/getting-started' },
          { text: 'Guides', link: '/guides/subscriptions' },
          { text: 'How it works', link: '/how/overview' },
          { text: 'Reference', link: '/reference/errors' },
          { text: 'Figures', link: '/figures/benchmarks' },
          { text: 'Project', link: '/project/contributing' },
        ],
        sidebar,
        outline: [2, 3],
      },
    },
    ar: {
      label: 'العربية',
      lang: 'ar',
      dir: 'rtl',
      title: 'ورق',
      description: 'مكتبة بلا اتصال لقراء المحتوى العام',
      themeConfig: {
        nav: [
          { text: 'البداية', link: '/ar/getting-started' },
          { text: 'الأدلة (بالإنجليزية)', link: '/guides/subscriptions' },
        ],
        sidebar: [],
        outline: { level: [2, 3], label: 'في هذه الصفحة' },
        docFooter: { prev: 'السابق', next: 'التالي' },
        darkModeSwitchLabel: 'المظهر',
        lightModeSwitchTitle: 'المظهر الفاتح',
        darkModeSwitchTitle: 'المظهر الداكن',
        sidebarMenuLabel: 'القائمة',
        returnToTopLabel: 'إلى الأعلى',
        langMenuLabel: 'اللغة',
        skipToContentLabel: 'إلى المحتوى',
      },
    },
  },
})
