import { translationChapter } from 'waraq/quran'
import { plainText } from 'waraq/html'
import { app } from './library.ts'

const list = document.querySelector('ol')!
const status = document.querySelector('[role=status]')!

// The content on the device, shown again with each change; and the problem that there is, with its remedy.
app.live(translationChapter('translations:20', 1)).subscribe(({ data: verses = [], problem }) => {
  const items = verses.map(({ text }) => {
    const item = document.createElement('li')
    item.textContent = plainText(text) // HTML of the service; safeNodes shows its formatting
    return item
  })
  list.replaceChildren(...items)
  status.textContent = problem && `${problem.message} ${problem.remedy}`
})

// Who made the translation, shown with it.
app.attribution('translations:20').subscribe((line) => {
  document.querySelector('footer')!.textContent = line
})

// A person asks for a sync, which does not wait for the timetable.
document.querySelector('button')!.addEventListener('click', () => void app.sync())
