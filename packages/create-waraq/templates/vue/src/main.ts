import { createApp } from 'vue'
import { WaraqPlugin } from 'waraq/vue'
import App from './App.vue'
import { app } from './library.ts'

createApp(App).use(WaraqPlugin, app).mount('#app')
