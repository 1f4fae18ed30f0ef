import { Chapter } from '../../../Chapter.tsx'

/** Rendered by the server for each request. */
export default async function Page({ params }: { params: Promise<{ number: string }> }) {
  const { number } = await params
  return (
    <>
      <Chapter number={Number(number)} name={`Chapter ${number}`} />
      <nav>
        <a href="/">Al-Fatihah</a>
      </nav>
    </>
  )
}
