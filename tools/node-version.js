// Plain JavaScript, loaded before any TypeScript, so that an old Node says what is wrong.
const NEEDED = 24
const [major] = process.versions.node.split('.')
if (Number(major) < NEEDED) {
  console.error(
    `Node ${NEEDED} or newer is needed, this is ${process.versions.node}: run npm ci, then npm start`,
  )
  process.exit(1)
}
