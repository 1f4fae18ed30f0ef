import { stars } from 'waraq/user'
import { user } from './library.ts'

const star = document.querySelector('[aria-pressed]')!
let on = false

user.live(stars()).subscribe((all) => {
  on = all.some(({ verseKey }) => verseKey === '1:1')
  star.setAttribute('aria-pressed', String(on))
})
star.addEventListener('click', () => void user.star('1:1', !on))
