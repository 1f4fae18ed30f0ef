import { describe, expect, it } from 'vitest'
import { commandOf, greeting } from './command.ts'

describe('arguments of waraq-sandbox', () => {
  it('none: everything, at the ports and for the pages that the documents name', () => {
    const command = commandOf([])!
    expect(command).toMatchObject({ ports: { sandbox: 4600, relay: 8787 }, content: 'full' })
    expect(command.origins).toContain('http://localhost:5173')
    expect(command.origins).toContain('http://127.0.0.1:3000')
  })

  it('other ports, other content and more pages', () => {
    const words =
      '--port 0 --relay-port 9000 --content small --origin https://a.example --origin http://b.test:1'
    const command = commandOf(words.split(' '))!
    expect(command).toMatchObject({ ports: { sandbox: 0, relay: 9000 }, content: 'small' })
    expect(command.origins.slice(-2)).toEqual(['https://a.example', 'http://b.test:1'])
  })

  it('what stands after -- is a command to run beside the services, with its own arguments', () => {
    expect(commandOf(['--port', '0', '--', 'vite', '--port', '3000', '--', 'x'])).toMatchObject({
      ports: { sandbox: 0 },
      beside: ['vite', '--port', '3000', '--', 'x'],
    })
    expect(commandOf([])!.beside).toEqual([])
  })

  it('--help asks for the usage alone', () => expect(commandOf(['--help'])).toBeNull())

  it.each([
    ['--port x', /--port takes a port .* not "x"/],
    ['--relay-port 65536', /--relay-port takes a port .* not "65536"/],
    ['--origin localhost:5173', /--origin takes scheme, host and port.* not "localhost:5173"/],
    ['--origin http://localhost:5173/', /--origin takes scheme, host and port/],
    ['--content tiny', /--content takes full, small, prelive, not "tiny"/],
    ['--colour red', /Unknown option '--colour'/],
    ['--port 0 --', /-- takes a command/],
    ['start', /Unexpected argument 'start'/],
  ])('%s is refused', (words, message) => {
    expect(() => commandOf(words.split(' '))).toThrowError(message)
  })
})

it('the greeting has what an application is given, and a change to publish', () => {
  const services = {
    contentRoot: 'http://127.0.0.1:4600/content',
    recordingsBase: 'http://127.0.0.1:4600/recordings/',
    relay: 'http://127.0.0.1:8787/token',
    admin: 'http://127.0.0.1:4600/admin',
    environment: {},
    ports: { sandbox: 4600, relay: 8787 },
    close: () => Promise.resolve(),
  }
  const said = greeting(services, commandOf([])!)
  expect(said).toContain(
    "contentRoot: 'http://127.0.0.1:4600/content',\n  relay: 'http://127.0.0.1:8787/token',",
  )
  expect(said).toContain('below http://127.0.0.1:4600/recordings/')
  expect(said).toContain('http://localhost:5173\n')
  const [, body] = /curl http:\/\/127\.0\.0\.1:4600\/admin\/publish .* -d '(.*)'/.exec(said)!
  expect(JSON.parse(body!)).toMatchObject({ changes: [{ resource: 'translations:20' }] })
})
