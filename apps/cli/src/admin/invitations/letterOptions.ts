import { typedPath } from '../../terminal/typedPath.ts'
import { UsageError } from '../../terminal/usageError.ts'

/** The options for the delivery of one-time passwords. */
export const DELIVERY_OPTIONS = {
  mail: { about: 'por correo, por la cola del servidor' },
  letters: { value: 'archivo.pdf', about: 'en cartas para imprimir, una página por apoderado' },
}

type DeliveryChoice = { mail: boolean; letters: string | undefined }

/** Returns the path of the letters, undefined for mail. @throws {UsageError} unless exactly one option is used */
export function readLettersPath({ mail, letters }: DeliveryChoice): string | undefined {
  if (mail === (letters !== undefined))
    throw new UsageError('Falta --mail o --letters <archivo.pdf>: uno de los dos.')
  return letters === undefined ? undefined : typedPath(letters)
}
