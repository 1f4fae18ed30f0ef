import { favorites } from 'waraq/user'
import { user } from './library.ts'

const favorite = document.querySelector('[aria-pressed]')!
let on = false

user.live(favorites()).subscribe((all) => {
  on = all.some(({ verseKey }) => verseKey === '1:1')
  favorite.setAttribute('aria-pressed', String(on))
})
favorite.addEventListener('click', () => void user.favorite('1:1', !on))
