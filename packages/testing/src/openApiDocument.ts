import { type OfficeCallName, officeApi } from '@apoderados/contract/office/officeApi'
import { OFFICE_BASE_PATH, type OfficeCall } from '@apoderados/contract/office/officeCall'
import { productLimits } from '@apoderados/server/config'
import type { Handlers } from '@apoderados/server/http/context'
import { mountCall } from '@apoderados/server/http/mountCall'
import { mountCalls } from '@apoderados/server/http/routes'
import type { Services } from '@apoderados/server/services'
import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import Fastify, { type FastifyInstance } from 'fastify'
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'

/** No handler runs: only the limits are needed to mount the routes. */
const services = { limits: productLimits } as Services

type Description = { title: string; description: string; session: object }

/** Builds an OpenAPI 3.1 document from the routes that `mount` adds. */
async function build({ title, description, session }: Description, mount: (app: FastifyInstance) => void) {
  const app = Fastify()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title, version: '1', description },
      components: { securitySchemes: { session: session as never } },
    },
    transform: jsonSchemaTransform,
  })
  await app.register(rateLimit, { global: false })
  mount(app)
  await app.ready()
  return app.swagger()
}

/** The document of the families' API. */
export const buildOpenApi = () =>
  build(
    {
      title: 'Apoderados',
      description: 'School information for parents and guardians. Shapes and rules: docs/spec.md §7.',
      session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    },
    (app) => mountCalls(app, {} as Handlers, services, false),
  )

/** The document of the console's API. */
export const buildOfficeOpenApi = () =>
  build(
    {
      title: 'Apoderados Colegio',
      description: 'The console of a school’s staff. Sign-in, policies and errors: docs/office.md.',
      session: { type: 'apiKey', in: 'cookie', name: '__Host-office' },
    },
    (app) => {
      app.addContentTypeParser('application/octet-stream', (_request, _body, done) => done(null))
      for (const [name, call] of Object.entries(officeApi) as [OfficeCallName, OfficeCall][])
        mountCall(app, services, {
          name,
          url: OFFICE_BASE_PATH + call.path,
          call,
          needsSession: call.session !== 'none',
          check: async () => undefined,
          respond: async () => ({}),
        })
    },
  )
