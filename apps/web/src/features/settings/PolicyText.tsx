import {
  Clause,
  LegalArticle,
  type LegalTextProps,
  legalVersionText,
  schoolContact,
  schoolName,
} from './LegalArticle.tsx'

/** The privacy policy under Ley 21.719. It addresses the reader as `usted`. */
export function PolicyText(text: LegalTextProps) {
  return (
    <LegalArticle title="Política de datos de Apoderados">
      <p>
        Esta política explica qué datos personales trata la aplicación, para qué y qué derechos tienen usted y
        los estudiantes. Se rige por la Ley N° 19.628, sobre protección de los datos personales, con las
        modificaciones de la Ley N° 21.719.
      </p>
      <Clause title="1. Responsable y encargado">
        <p>
          El responsable de los datos es el sostenedor de {schoolName(text)}: decide para qué y cómo se
          tratan. Puede contactarlo a través de {schoolContact(text)}.
        </p>
        <p>
          Quien desarrolla y opera la aplicación es un encargado: trata los datos solo por cuenta del
          sostenedor, según sus instrucciones y un contrato escrito, y no los usa para fines propios.
        </p>
      </Clause>
      <Clause title="2. Qué datos tratamos y de dónde vienen">
        <ul>
          <li>
            <strong>Del estudiante:</strong> nombre, nombre social si lo hay, RUT o IPE, fecha de nacimiento,
            género, fotografía, curso y matrícula, horario, agenda, calificaciones, observaciones, asistencia
            y atrasos.
          </li>
          <li>
            <strong>Del apoderado:</strong> nombre, RUT, correo electrónico, teléfono, relación con el
            estudiante, calidad de apoderado económico y tipo de permiso.
          </li>
          <li>
            <strong>Del uso de la aplicación:</strong> fecha del último ingreso, sesiones abiertas,
            identificador del teléfono o navegador para notificaciones, si usted las activa, sus preferencias
            de avisos, qué novedades ha leído, las direcciones de calendario que creó y cuándo se leyeron por
            última vez, y registros técnicos de seguridad.
          </li>
          <li>
            <strong>De una falla de la aplicación:</strong> su versión, la página, el tipo de error y el lugar
            del código en que ocurrió. Ese informe se envía solo y sirve para corregirla. No lleva su nombre,
            lo que usted escribió, los datos que veía ni nada que lo identifique.
          </li>
        </ul>
        <p>
          Los datos provienen de la ficha de matrícula que usted entregó, de los registros del establecimiento
          y de sus docentes, y de su propio uso de la aplicación. No se compran ni se obtienen de redes
          sociales.
        </p>
      </Clause>
      <Clause title="3. Para qué y con qué base">
        <p>Cada finalidad tiene su base de licitud:</p>
        <PurposeList />
        <p>
          Cuando la base es el consentimiento, usted puede retirarlo en cualquier momento y con la misma
          facilidad con que lo dio. Retirarlo no afecta la matrícula ni lo tratado antes.
        </p>
      </Clause>
      <Clause title="4. Datos de niños, niñas y adolescentes">
        <p>
          Sus datos se tratan atendiendo siempre a su interés superior y a su autonomía progresiva. Si es
          menor de catorce años, el consentimiento que haga falta lo da su madre, padre o representante legal.
          Entre los catorce y los diecisiete años lo da el propio adolescente, salvo para los datos sensibles
          de quienes tienen menos de dieciséis, que requieren el de su representante.
        </p>
        <p>
          El estudiante puede pedir que se le explique, en palabras que entienda, qué se sabe de él o de ella
          y para qué.
        </p>
      </Clause>
      <Clause title="5. Datos sensibles">
        <p>
          Algunos datos piden un cuidado mayor: el nombre social y la identidad de género, la religión que
          puede deducirse de una asignatura, la salud que aparezca en una justificación u observación, la
          pertenencia a un pueblo originario y la situación socioeconómica. Se tratan solo si la ley lo exige
          o lo permite, o con consentimiento expreso, y los ven únicamente quienes los necesitan.
        </p>
      </Clause>
      <Clause title="6. Quién accede">
        <ul>
          <li>Los docentes y asistentes de la educación, en lo que necesitan para su función.</li>
          <li>La dirección, la UTP, Inspectoría y Convivencia Escolar del establecimiento.</li>
          <li>Los apoderados vinculados al estudiante, todos con la misma información escolar.</li>
          <li>
            Los apoderados del mismo curso, solo a la lista del curso y a lo que cada familia autorizó: por
            ejemplo, un teléfono. Nunca al RUT, la fecha de nacimiento ni el domicilio de otros estudiantes.
          </li>
          <li>Las autoridades, cuando la ley o una resolución judicial lo ordena.</li>
        </ul>
      </Clause>
      <Clause title="7. Encargados y transferencias fuera de Chile">
        <p>
          Para funcionar, la aplicación usa servicios de alojamiento, de correo electrónico y, si usted activa
          las notificaciones, los servicios de mensajes de Apple, de Google o de quien hace su navegador.
          Actúan como encargados, con contrato escrito y solo con los datos que necesitan. Las notificaciones
          llevan el nombre del estudiante, la asignatura y la nota solo si usted activa «Mostrar detalle». El
          correo con novedades lleva el nombre de pila del estudiante y cuántas novedades hay de cada tipo.
        </p>
        <p>
          Si usted crea una dirección de calendario, quien la tenga puede leer la agenda y el horario del
          estudiante, incluida la empresa que le presta el servicio de calendario. Esa empresa la elige usted
          y no es encargada del establecimiento. La dirección se anula en la aplicación cuando usted quiera.
        </p>
        <p>
          Si alguno trata datos fuera de Chile, se hace únicamente hacia países con un nivel adecuado de
          protección o con garantías contractuales. La lista actualizada de encargados y países se entrega en
          la secretaría del establecimiento.
        </p>
      </Clause>
      <Clause title="8. Plazos de conservación">
        <ul>
          <li>
            Los registros escolares se conservan en la aplicación mientras dure la matrícula. Después, el
            establecimiento guarda solo los que la normativa educacional le exige y por el tiempo que esta
            señala.
          </li>
          <li>
            Una cuenta sin estudiantes vinculados no muestra datos de ninguno. El establecimiento la cierra si
            usted lo pide, y la elimina con los datos de su último estudiante o cuando pasa el mismo plazo sin
            que se use.
          </li>
          <li>Una sesión dura treinta días como máximo; un código de recuperación, diez minutos.</li>
          <li>
            Para poder investigar un uso indebido se registra quién ingresó, cambió su contraseña, vio la
            lista del curso con los contactos de otras familias, descargó un documento o intentó ver datos de
            un estudiante que no tiene vinculado. Ese registro se guarda veinticuatro meses.
          </li>
        </ul>
        <p>Cumplidos los plazos, los datos se eliminan o se anonimizan.</p>
      </Clause>
      <Clause title="9. Seguridad y vulneraciones">
        <p>
          La información viaja cifrada. Las contraseñas se guardan de una forma que no permite leerlas, y cada
          apoderado accede solo a los datos de los estudiantes que tiene vinculados. El acceso a los contactos
          de otras familias queda registrado.
        </p>
        <p>
          Si ocurre una vulneración de seguridad que pueda afectar a las personas, el responsable la informará
          sin demora indebida a la Agencia de Protección de Datos Personales. Como aquí hay datos de niños y
          niñas, también se lo informará a usted, en palabras claras, con lo ocurrido y lo que puede hacer.
        </p>
      </Clause>
      <Clause title="10. Sus derechos y cómo ejercerlos">
        <p>Usted, por sí o en nombre del estudiante que representa, puede pedir:</p>
        <ul>
          <li>
            <strong>acceso:</strong> saber qué datos hay, de dónde vienen y a quién se entregan;
          </li>
          <li>
            <strong>rectificación</strong> de los que sean inexactos o estén incompletos;
          </li>
          <li>
            <strong>supresión</strong> de los que ya no deban conservarse;
          </li>
          <li>
            <strong>oposición</strong> a un tratamiento determinado;
          </li>
          <li>
            <strong>portabilidad:</strong> recibirlos en un formato electrónico de uso común;
          </li>
          <li>
            <strong>bloqueo temporal</strong> mientras se resuelve otra solicitud.
          </li>
        </ul>
        <p>
          Diríjase a {schoolContact(text)}, con un documento que acredite su identidad. Es gratuito. Recibirá
          respuesta dentro de treinta días corridos, prorrogables una sola vez por otros treinta; la solicitud
          de bloqueo temporal se responde en dos días hábiles. Si no recibe respuesta o no está conforme,
          puede reclamar ante la Agencia de Protección de Datos Personales.
        </p>
      </Clause>
      <Clause title="11. Padres sin cuidado personal y restricciones judiciales">
        <p>
          El padre y la madre reciben la misma información escolar, aunque no tengan el cuidado personal. Solo
          una resolución judicial puede limitarlo; el establecimiento la aplica desde que la conoce y guarda
          constancia. Que ambos accedan a los datos de su hijo o hija no significa que se muestre a uno el
          teléfono, el correo o el domicilio del otro.
        </p>
      </Clause>
      <Clause title="12. Nombre social">
        <p>
          Si el establecimiento registró un nombre social, la aplicación lo usa para nombrar al estudiante, y
          los compañeros de curso y sus familias ven solo ese nombre. El nombre legal se mantiene en el libro
          de clases y en los certificados oficiales. Desde los catorce años, el estudiante puede solicitarlo
          por sí mismo.
        </p>
      </Clause>
      <Clause title="13. Datos en su teléfono">
        <p>
          Para que usted no deba ingresar cada vez, y para mostrar los últimos datos sin conexión, el teléfono
          o navegador guarda su sesión, su perfil, la lista de sus estudiantes, el estudiante elegido, el tema
          de colores, el identificador de notificaciones si las activó y las últimas respuestas del servicio.
          Todo eso se borra al cerrar la sesión. Si la cierra sin conexión, el servicio termina esa sesión
          después, por falta de uso: en el dispositivo ya no queda con qué continuarla.
        </p>
        <p>
          Solo queda la constancia de que en este dispositivo ya se ingresó, para que los intentos fallidos de
          otras personas no le impidan entrar. Es un texto al azar: no contiene datos suyos, no sirve para
          ingresar y dura cuatrocientos días desde el último ingreso. En el navegador es la única cookie; no
          se usa para seguirlo.
        </p>
      </Clause>
      <Clause title="14. Sin decisiones automatizadas ni publicidad">
        <p>
          Los datos no se usan para decidir automáticamente sobre las personas ni para elaborar perfiles. No
          se venden, no se muestran avisos y no se comparten con fines comerciales.
        </p>
      </Clause>
      <Clause title="15. Cambios, versión y fecha">
        <p>
          Si esta política cambia, la nueva versión aparecerá aquí con su número y fecha, y los cambios
          importantes se le informarán antes. Si un cambio requiere su consentimiento, se le pedirá de nuevo.
        </p>
        <p>{legalVersionText}.</p>
      </Clause>
    </LegalArticle>
  )
}

const purposes = [
  [
    'Entregar el servicio educativo e informar a la familia: datos escolares, agenda, horario, calificaciones, observaciones y asistencia',
    'Cumplimiento de la normativa educacional, que reconoce a los apoderados el derecho a ser informados, y ejecución del contrato de prestación de servicios educacionales.',
  ],
  [
    'Crear y proteger su cuenta: ingreso, contraseña, sesiones y registros de seguridad',
    'Ejecución del servicio que usted solicita y deber legal de seguridad.',
  ],
  [
    'Mostrar su teléfono o correo a los apoderados del curso',
    'Su consentimiento, por separado para cada medio; desactivado mientras usted no lo dé.',
  ],
  [
    'Mostrar la fotografía del estudiante a su curso',
    'Consentimiento de quien lo representa o, cuando la ley lo permite, del propio estudiante.',
  ],
  [
    'Enviar notificaciones a su teléfono o navegador',
    'Su consentimiento, que da y retira en los ajustes del dispositivo.',
  ],
  [
    'Enviar un correo con el número de novedades',
    'Su elección en «Notificaciones» o, mientras no elija, el deber del establecimiento de informar a la familia; usted puede dejar de recibirlo cuando quiera.',
  ],
  [
    'Dar acceso a la agenda y al horario por una dirección de calendario',
    'Su solicitud: usted la crea y la anula cuando quiera.',
  ],
  ['Atender solicitudes, reclamos y requerimientos de la autoridad', 'Cumplimiento de obligaciones legales.'],
]

/** The purposes of the data processing with their legal bases, as pairs: a table is too wide for a narrow screen. */
function PurposeList() {
  return (
    <dl>
      {purposes.map(([purpose, basis]) => (
        <div key={purpose}>
          <dt>{purpose}</dt>
          <dd>{basis}</dd>
        </div>
      ))}
    </dl>
  )
}
