import { typedPath } from '../../terminal/typedPath.ts'
import { UsageError } from '../command.ts'

/** The options of the two ways in which one-time passwords are delivered: by mail and in letters. */
export const DELIVERY_OPTIONS = {
  mail: { about: 'por correo, por la cola del servidor' },
  letters: { value: 'archivo.pdf', about: 'en cartas para imprimir, una página por apoderado' },
}

type DeliveryChoice = { mail: boolean; letters: string | undefined }

/**
 * Returns the path of the PDF file for the letters; undefined for delivery by mail.
 * @throws {UsageError} unless exactly one of the two options is used
 */
export function readLettersPath({ mail, letters }: DeliveryChoice): string | undefined {
  if (mail === (letters !== undefined))
    throw new UsageError('Falta --mail o --letters <archivo.pdf>: uno de los dos.')
  return letters === undefined ? undefined : typedPath(letters)
}
