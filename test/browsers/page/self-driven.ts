import { controlParameter, type Answered, type Question } from './questions.ts'

/** For browsers that cannot be driven from outside: the page fetches its tasks, runs them and posts the answers. */

const control = new URLSearchParams(location.search).get(controlParameter)

/** As a separate module, whose only export is the answer. */
async function evaluate(expression: string): Promise<string> {
  const source = new Blob([`export default ${expression}`], { type: 'text/javascript' })
  const address = URL.createObjectURL(source)
  try {
    const { default: answer } = (await import(/* @vite-ignore */ address)) as { default: Promise<string> }
    return await answer
  } finally {
    URL.revokeObjectURL(address)
  }
}

async function answer({ id, expression }: Question): Promise<void> {
  let answered: Answered
  try {
    answered = { id, value: await evaluate(expression) }
  } catch (error) {
    answered = { id, error: String(error) }
  }
  await fetch(control!, { method: 'POST', body: JSON.stringify(answered) })
}

async function drive(): Promise<never> {
  for (;;) {
    const question = (await (await fetch(control!)).json()) as Question
    void answer(question)
  }
}

// A driver that sends no more questions has ended the browser, or is about to.
if (control !== null) drive().catch(() => undefined)
