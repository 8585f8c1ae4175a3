/** Spanish texts that the server of the console sends. The console shows them as received. */
export const officeMessages = {
  emailRequired: 'Escriba el correo',
  emailInvalid: 'Ese correo no está bien escrito',
  nameRequired: 'Escriba el nombre',
  passwordRequired: 'Escriba la contraseña',
  passwordTooShort: 'La contraseña debe tener al menos 12 caracteres',
  passwordTooLong: 'La contraseña debe tener 128 caracteres como máximo',
  passwordGuessable: 'Esa contraseña es muy fácil de adivinar. Elija otra.',
  codeForm: 'El código tiene 6 cifras',
  oneProof: 'Mande una sola prueba: un código, una llave de acceso o un código de respaldo',
  signedIn: 'Sesión iniciada',
  signedOut: 'Sesión cerrada',
  sessionEnded: 'Su sesión terminó. Ingrese de nuevo.',
  wrongCode: 'El código no corresponde. Espere el siguiente e inténtelo otra vez.',
  wrongPasskey: 'La llave de acceso no corresponde. Inténtelo otra vez.',
  wrongRecoveryCode: 'Ese código de respaldo no corresponde o ya se usó.',
  confirmFirst: 'Confirme que es usted',
  confirmWithAnother: 'Confirme con otro factor o con un código de respaldo',
  confirmed: 'Confirmado',
  forbidden: 'Su rol no incluye esta página.',
  foreignOrigin: 'La solicitud viene de otro sitio',
  invitationInvalid: 'El enlace venció o ya se usó. Pida otro a la dirección.',
  invitationSent: 'Le enviamos el enlace por correo',
  notStarted: 'El registro venció. Empiece de nuevo.',
  factorAdded: 'Factor agregado',
  factorRemoved: 'Factor quitado',
  totpExists: 'Ya tiene una aplicación de códigos. Quítela antes de registrar otra.',
  passkeyExists: 'Esa llave de acceso ya está registrada',
  tooManyFactors: 'Ya tiene 10 factores. Quite uno antes de agregar otro.',
  lastFactor: 'Es su único factor. Agregue otro antes de quitarlo.',
  wrongCurrentPassword: 'La contraseña actual no corresponde',
  passwordChanged: 'Su contraseña cambió',
  roleChanged: 'Rol cambiado',
  accessEnded: 'Acceso terminado',
  alreadyStaff: 'Esa persona ya trabaja en este colegio',
  ownAccess: 'No puede cambiar su propio acceso',
  changedMeanwhile: 'Otra persona lo cambió antes',
  tooManyLines: 'Son demasiadas líneas para una planilla. Elija menos días.',
  unavailable: 'El servicio no está disponible en este momento. Inténtelo de nuevo en unos segundos.',
} as const

/** Returns the text of a 429 answer. */
export function tooManyOfficeAttempts(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (seconds <= 60) return `Demasiados intentos. Podrá probar en ${seconds} segundos.`
  return `Demasiados intentos. Podrá probar en ${minutes} minutos.`
}
