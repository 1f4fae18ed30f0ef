import { favorites } from 'waraq/user'
import { app } from './library.ts'

const favorite = document.querySelector('[aria-pressed]')!
let on = false

app.live(favorites()).subscribe(({ data: all = [] }) => {
  on = all.some(({ verseKey }) => verseKey === '1:1')
  favorite.setAttribute('aria-pressed', String(on))
})
favorite.addEventListener('click', async () => (await app.user()).favorite('1:1', !on))
