import { productLimits } from '@apoderados/server/config'
import type { Handlers } from '@apoderados/server/http/context'
import { mountCalls } from '@apoderados/server/http/routes'
import type { Services } from '@apoderados/server/services'
import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import Fastify from 'fastify'
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'

/** Builds the OpenAPI 3.1 document from the routes. The services are omitted, because no handler runs. */
export async function buildOpenApi() {
  const app = Fastify()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Apoderados',
        version: '1',
        description: 'School information for parents and guardians. Shapes and rules: docs/spec.md §7.',
      },
      components: { securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: jsonSchemaTransform,
  })
  await app.register(rateLimit, { global: false })
  mountCalls(app, {} as Handlers, { limits: productLimits } as Services, false)
  await app.ready()
  return app.swagger()
}
