import postcssRTLCSS from 'postcss-rtlcss'
import { defineConfig } from 'vitepress'
import { api } from '../src/doors.mjs'
import { slugOf } from '../src/markdown.mjs'
import { groups } from '../src/pages.mjs'

const root = new URL('../../..', import.meta.url).pathname

/** Doors of a package stand below it. */
function apiGroup() {
  const pages = api(root)
  const names = [...new Set(pages.map(({ path }) => path.split('/')[1]!))]
  return names.map((name) => ({
    text: `@waraq/${name}`,
    collapsed: true,
    items: pages
      .filter(({ path }) => path.split('/')[1] === name)
      .map(({ path, title }) => ({ text: title, link: `/${path}` })),
  }))
}

const sidebar = [
  ...groups.map(({ title, pages }, at) => ({
    text: title,
    collapsed: at > 1,
    items: pages.map((page) => ({ text: page.title, link: `/${page.path}` })),
  })),
  { text: 'API', collapsed: true, items: apiGroup() },
]

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
  // A site may lie below a path of its host.
  base,
  markdown: {
    anchor: { slugify: slugOf },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark' },
  },
  vite: {
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
