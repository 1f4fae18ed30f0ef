import { translationChapter } from 'waraq/quran'
import { plainText } from 'waraq/html'
import { engine, store } from './library.ts'

// Show the content on the device, and show it anew with each change.
const list = document.querySelector('ol')!
const chapter = translationChapter({ group: 'translations', id: 20 }, 1)
store.live(chapter).subscribe((verses) => {
  const items = verses.map(({ text }) => {
    const item = document.createElement('li')
    item.textContent = plainText(text) // HTML of the service; safeNodes shows its formatting
    return item
  })
  list.replaceChildren(...items)
})

// A person asks for a sync, which does not wait for the timetable.
document.querySelector('button')!.addEventListener('click', () => void engine.sync())

// What is wrong, and what to do about it.
const status = document.querySelector('[role=status]')!
engine.onProblem((problem) => {
  status.textContent = problem && `${problem.message} ${problem.remedy}`
})
