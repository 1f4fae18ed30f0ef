import { Content, type Theme } from 'vitepress'
import theme, { VPHomeHero } from 'vitepress/theme-without-fonts'
import { h } from 'vue'
import './style.css'

/** Like VitePress's own home layout, with a landmark for people who use a screen reader. */
const FirstScreen = () =>
  h('main', { class: 'first-screen' }, [h(VPHomeHero), h(Content, { class: 'vp-doc' })])

export default {
  extends: theme,
  enhanceApp: ({ app }) => void app.component('first-screen', FirstScreen),
} satisfies Theme
