// This file is plain JavaScript and is loaded before any TypeScript, so that an old Node can print the message below.
const NEEDED = 24
const [major] = process.versions.node.split('.')
if (Number(major) < NEEDED) {
  console.error(
    `Node ${NEEDED} or newer is needed, this is ${process.versions.node}: run npm ci, then npm start`,
  )
  process.exit(1)
}

// Node parses the 180 KB of Drizzle's package.json again for each of its files, and for each import of the package,
// which is most of the time of a start. So relative imports within Drizzle are resolved here, and each import of the
// package only once. This file has no `import` statement, which an old Node would refuse before it could report its
// version.
const resolved = new Map()
process.getBuiltinModule('node:module').registerHooks({
  resolve(specifier, context, next) {
    if (specifier.startsWith('.') && context.parentURL?.includes('/node_modules/drizzle-orm/')) {
      return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
    }
    if (!/^drizzle-orm(\/|$)/.test(specifier) || !context.conditions.includes('import'))
      return next(specifier, context)
    if (!resolved.has(specifier)) resolved.set(specifier, { ...next(specifier, context), shortCircuit: true })
    return resolved.get(specifier)
  },
})
