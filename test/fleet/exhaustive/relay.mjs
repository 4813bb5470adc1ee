// Runs in a network namespace: takes connections at an address there and carries them to a socket in a file, which all namespaces see.
import { connect, createServer } from 'node:net'

const [, , address, port, path] = process.argv
createServer((near) => {
  const far = connect(String(path))
  near.pipe(far).pipe(near)
  near.on('error', () => far.destroy())
  far.on('error', () => near.destroy())
}).listen(Number(port), address, () => process.stdout.write('listening\n'))
