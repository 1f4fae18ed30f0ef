import type { Figures } from './figures.ts'

/** English: the player. Loaded with it. */
export function enPlayer({ number, count }: Figures) {
  return {
    region: 'Player',
    previous: 'Previous verse',
    next: 'Next verse',
    play: 'Play',
    pause: 'Pause',
    options: 'Playback options',
    title: 'Playback',
    close: 'Close the player',
    closeOptions: 'Close',
    reciter: 'Reciter',
    position: 'Seek',
    loading: 'Loading…',
    follow: 'Scroll along',
    playsOn: 'Continue with the next chapter',
    speed: 'Speed',
    times: (value: number) => `${number(value)}×`,
    repeat: 'Repeat',
    repeats: { nothing: 'Off', verse: 'This verse', chapter: 'Chapter' },
    range: (from: number, to: number) =>
      from === to ? `Verse ${number(from)}` : `Verses ${number(from)}–${number(to)}`,
    noVerses: 'This recording does not say when its verses begin.',
    howOften: 'How often it plays',
    endless: 'Endless',
    sleep: 'Sleep timer',
    sleepOff: 'Off',
    minutes: (value: number) => count(value, { one: '# min', other: '# min' }),
    chapterEnd: 'End of chapter',
    sleepsIn: (left: string) => `Pauses in ${left}`,
    from: { device: 'Playing from your downloads', network: 'Streaming' },
    notFound: (verse: number) =>
      `This recording does not mark where verse ${number(verse)} begins, so it plays from the start of the chapter.`,
    problems: {
      not_set_up: 'Audio is not set up in this app.',
      nothing_here: 'This recitation has no recording of this chapter.',
      not_admitted: (host: string) => `This app is not set up to play audio from ${host}.`,
      unplayable: (host: string) =>
        `This recording cannot be played: ${host} did not send it. You can continue reading.`,
      unplayable_here: 'This browser cannot play the downloaded recording.',
      not_here: 'This recording is not downloaded, and you are offline. You can continue reading.',
      press_play: 'Ready. Press play to start.',
    },
  }
}

export type PlayerWords = ReturnType<typeof enPlayer>
