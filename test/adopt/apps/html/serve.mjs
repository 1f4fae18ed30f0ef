import { createReadStream } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'

// Any server of files will do.
const types = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript' }

createServer((request, response) => {
  const path = new URL(request.url, 'http://localhost').pathname
  const file = join(import.meta.dirname, normalize(path === '/' ? '/index.html' : path))
  createReadStream(file)
    .on('open', () => response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream'))
    .on('error', () => response.writeHead(404).end())
    .pipe(response)
}).listen(8080, '127.0.0.1')
