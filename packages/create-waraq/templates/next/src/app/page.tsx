import { Chapter } from '../Chapter.tsx'

/** Prerendered when the application is built. */
export default function Page() {
  return (
    <>
      <Chapter number={1} name="Al-Fatihah" />
      <nav>
        <a href="/chapter/112">Al-Ikhlas</a>
      </nav>
    </>
  )
}
