// Plain JavaScript, loaded before any TypeScript, so that an old Node says what is wrong.
const NEEDED = 24
const [major] = process.versions.node.split('.')
if (Number(major) < NEEDED) {
  console.error(
    `Node ${NEEDED} or newer is needed, this is ${process.versions.node}: run npm ci, then npm start`,
  )
  process.exit(1)
}

// For each of Drizzle's files Node parses the 180 KB of its package.json anew, half of a command's start: told what
// they are, it does not look there. Not by `import`, which an old Node would refuse before it could say why.
process.getBuiltinModule('node:module').registerHooks({
  resolve(specifier, context, next) {
    const isWithinDrizzle =
      specifier.startsWith('.') && context.parentURL?.includes('/node_modules/drizzle-orm/')
    if (!isWithinDrizzle) return next(specifier, context)
    return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
  },
})
