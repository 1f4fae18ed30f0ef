import { Content, type Theme } from 'vitepress'
import theme, { VPHomeHero } from 'vitepress/theme-without-fonts'
import { h } from 'vue'
import './style.css'

/** As VitePress's own layout for homes, and a landmark for those who cannot see it. */
const FirstScreen = () =>
  h('main', { class: 'first-screen' }, [h(VPHomeHero), h(Content, { class: 'vp-doc' })])

export default {
  extends: theme,
  enhanceApp: ({ app }) => void app.component('first-screen', FirstScreen),
} satisfies Theme
