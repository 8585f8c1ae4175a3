import { reportedPages } from '@apoderados/contract/clientErrors'
import { expect, it } from 'vitest'
import { pageModules } from '../../../build/pages.ts'
import { routeOf } from './routes.tsx'

it('the build has a page for every path of a signed-in parent', () => {
  expect(Object.keys(pageModules).sort()).toEqual(
    reportedPages.filter((path) => path.startsWith('/app/')).sort(),
  )
})

it.each(Object.entries(pageModules))('%s loads the module that its HTML preloads', async (path, module) => {
  const page = await routeOf(path).Page.load?.()
  expect(page).toBeDefined()
  expect(Object.values(await import(/* @vite-ignore */ `../../../${module}`))).toContain(page)
})
