/** Spanish texts that the app and the server share: those of spec §5 and §8 to the letter, then additional ones. */
export const messages = {
  // spec §5
  emailRequired: 'El correo electrónico es requerido',
  emailInvalid: 'Ingresa un correo electrónico válido',
  passwordRequired: 'La contraseña es requerida',
  codeRequired: 'El código de recuperación es requerido',
  confirmationRequired: 'Debe confirmar la contraseña',
  passwordsDiffer: 'Las contraseñas no coinciden',
  passwordTooShort: 'La contraseña debe tener al menos 6 caracteres',
  // spec §8
  invalidCredentials: 'Credenciales inválidas',
  serviceError: 'Error en el servicio',
  badServerResponse: 'Error en la respuesta del servidor',
  profileError: 'Error al obtener perfil',
  // Additional texts
  passwordTooLong: 'La contraseña debe tener 128 caracteres como máximo',
  pushTokenRequired: 'El token del dispositivo es requerido',
  notFound: 'No encontrado',
} as const

/** Texts that only the server sends. The app shows them as received and does not bundle them. */
export const serverMessages = {
  invalidToken: 'Token inválido', // spec §8
  signedIn: 'Sesión iniciada',
  signedOut: 'Sesión cerrada',
  recoveryRequested:
    'Si ese correo tiene una cuenta, te enviamos un código. Revisa también la carpeta de correo no deseado.',
  invalidCode: 'Código inválido o vencido',
  validCode: 'Código válido',
  passwordRecovered: 'Tu contraseña cambió. Ya puedes ingresar con la nueva.',
  wrongCurrentPassword: 'Contraseña actual incorrecta',
  passwordChanged: 'Tu contraseña cambió',
  guessablePassword: 'Esa contraseña es muy fácil de adivinar. Elige otra.',
  sessionClosed: 'Sesión cerrada en ese dispositivo',
  sessionsClosed: 'Sesiones cerradas en los otros dispositivos',
  wrongPasskey: 'No pudimos comprobar la llave de acceso. Intenta de nuevo.',
  tooManyPasskeys: 'Ya tienes 10 llaves de acceso. Elimina una antes de agregar otra.',
  passkeyAdded: 'Llave de acceso agregada',
  passkeyRemoved: 'Llave de acceso eliminada',
  pushTokenSaved: 'Notificaciones activadas en este dispositivo',
  pushTokenDeleted: 'Notificaciones desactivadas en este dispositivo',
  methodNotAllowed: 'Método no permitido',
  badRequest: 'La solicitud no es válida',
  unknownField: 'La solicitud tiene campos que no se reconocen',
  tooLarge: 'La solicitud es demasiado grande',
  unsupportedType: 'El formato de la solicitud no se admite',
  reportReceived: 'Informe recibido',
  noticeRead: 'Comunicado leído',
  noticeReceived: 'Acuso recibo',
  noticeCorrected: 'El colegio corrigió este comunicado. Léelo de nuevo.',
  newsRead: 'Novedades leídas',
  calendarFeedCreated: 'Dirección creada',
  calendarFeedRevoked: 'Dirección anulada',
  digestEnded: 'Ya no te enviaremos el resumen por correo',
  notificationsSaved: 'Preferencias guardadas',
  testSent: 'Enviamos la notificación. Puede demorar unos segundos en aparecer.',
  testGone: 'Este dispositivo ya no recibe notificaciones. Actívalas de nuevo.',
  testNoDevice: 'Este dispositivo no tiene activadas las notificaciones',
  testNotConfigured:
    'El servidor de tu colegio no tiene configurado el envío de notificaciones a este dispositivo',
  testUnavailable: 'El servicio de notificaciones no responde en este momento. Intenta de nuevo más tarde.',
  testRefused: 'El servicio de notificaciones rechazó el envío',
  pushTokenUnknown: 'Este navegador usa un servicio de notificaciones que no conocemos',
  excuseSent: 'Justificación enviada',
  excuseWithdrawn: 'Justificación retirada',
  excuseExists: 'Ya hay una justificación enviada para ese día.',
  excuseDecided: 'El colegio ya la resolvió.',
  excuseDays: 'Elige un primer y un último día, hasta un mes',
  excuseNoArrear: 'El colegio ya no tiene un atraso ese día',
  excuseNotAbsent: 'Elige días seguidos que el colegio registró como inasistencia',
  excuseTooLate: 'Puedes avisar hasta 30 días antes',
  consentSaved: 'Guardado. Rige desde ya.',
  consentTextChanged: 'El texto cambió. Actualiza la página y léelo de nuevo.',
  notRepresentative: 'Solo un representante legal puede pedirlo. Conversa con el colegio.',
  dataBlocked: 'Hay un bloqueo en curso: mientras dure no se puede mostrar.',
  requestReceived: 'Solicitud enviada',
  attachmentStored: 'Adjunto recibido',
  attachmentIncomplete: 'El adjunto no llegó completo',
  attachmentRefused: 'El adjunto no se pudo abrir con seguridad. La justificación se envió sin él.',
  unavailable: 'El servicio no está disponible en este momento. Intenta de nuevo en unos segundos.',
} as const

/** Returns the text of spec §5 for a password that is too short, if the server requires more than 6 characters. */
export const passwordShorterThan = (characters: number) =>
  `La contraseña debe tener al menos ${characters} caracteres`

/** Returns the text of a 429 response (spec §7), which is the same for known and unknown e-mails. */
export function tooManyAttempts(seconds: number): string {
  const [minutes, hours] = [Math.ceil(seconds / 60), Math.ceil(seconds / 3600)]
  const inMinutes = minutes < 120 ? `${minutes} minutos` : `${hours} horas`
  const inSeconds = seconds === 1 ? '1 segundo' : `${seconds} segundos`
  return `Demasiados intentos. Intenta de nuevo en ${seconds < 120 ? inSeconds : inMinutes}.`
}
