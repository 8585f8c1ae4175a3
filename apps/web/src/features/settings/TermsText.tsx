import {
  Clause,
  LegalArticle,
  type LegalTextProps,
  legalVersionText,
  schoolContact,
  schoolName,
} from './LegalArticle.tsx'

/** The terms between the school and the app's users. They address the reader as `usted`. */
export function TermsText(text: LegalTextProps) {
  return (
    <LegalArticle title="Términos de uso de Apoderados">
      <Clause title="1. Quiénes somos">
        <p>
          Apoderados es una aplicación que el sostenedor del establecimiento pone, sin costo, a disposición de
          las madres, padres y apoderados de {schoolName(text)}. El sostenedor del establecimiento es quien
          ofrece el servicio y responde por la información que aparece en él.
        </p>
        <p>
          Quien desarrolla y opera la aplicación lo hace por encargo del establecimiento y según sus
          instrucciones. Al ingresar con su cuenta, usted acepta estos términos.
        </p>
      </Clause>
      <Clause title="2. Quién puede usarla">
        <p>
          Pueden usarla las personas que el establecimiento ha registrado y vinculado a uno o más estudiantes
          matriculados. La cuenta es personal e intransferible: cada apoderado tiene la suya, aunque el
          estudiante sea el mismo.
        </p>
        <p>
          El padre y la madre tienen igual derecho a conocer la información escolar de sus hijos e hijas,
          tengan o no su cuidado personal, salvo que una resolución judicial lo limite.
        </p>
      </Clause>
      <Clause title="3. Cuenta y contraseña">
        <p>
          El establecimiento crea su cuenta con el correo electrónico que usted registró. En su primer ingreso
          deberá cambiar la contraseña que recibió por una que solo usted conozca; mientras no lo haga, no
          podrá usar la aplicación.
        </p>
        <ul>
          <li>No comparta su contraseña, tampoco con el estudiante ni con otros familiares.</li>
          <li>Cierre la sesión si usa un teléfono o computador que no es suyo.</li>
          <li>
            Si pierde el teléfono o cree que alguien conoce su contraseña, cámbiela de inmediato, lo que
            cierra sus demás sesiones, y avise a la secretaría del establecimiento.
          </li>
        </ul>
        <p>
          Usted responde del buen uso de su cuenta. No responde de lo que haga otra persona después de su
          aviso, ni antes si no hubo descuido suyo.
        </p>
      </Clause>
      <Clause title="4. Qué información muestra y qué valor tiene">
        <p>
          La aplicación muestra datos del estudiante y del establecimiento, agenda, horario, calificaciones,
          observaciones, asistencia y atrasos, y compañeros de curso. Esa información es referencial y puede
          tardar en actualizarse.
        </p>
        <p>
          Si hay diferencias, prevalecen el libro de clases, las actas y los certificados oficiales. La
          aplicación no emite certificados: se piden al establecimiento, y el certificado anual de estudios lo
          emite el Ministerio de Educación.
        </p>
      </Clause>
      <Clause title="5. Uso permitido y prohibido">
        <p>
          Usted puede usar la aplicación para informarse y acompañar la vida escolar de sus estudiantes. No
          está permitido:
        </p>
        <ul>
          <li>
            difundir datos, fotografías o contactos de otros estudiantes o de sus familias, por ejemplo en
            grupos de mensajería o redes sociales;
          </li>
          <li>usar la información con fines comerciales, políticos o de hostigamiento;</li>
          <li>copiarla en forma masiva o por medios automáticos;</li>
          <li>entrar, o intentar entrar, a la cuenta o a los datos de otra persona;</li>
          <li>alterar el funcionamiento de la aplicación o evitar sus medidas de seguridad.</li>
        </ul>
      </Clause>
      <Clause title="6. Contacto entre apoderados">
        <p>
          El teléfono y el correo electrónico de un apoderado solo se muestran a los demás apoderados del
          mismo curso si él lo autorizó, por separado para cada medio. Al comienzo no se comparte ninguno.
          Usted puede autorizarlo o retirar su autorización cuando quiera, sin dar razones, en la secretaría
          del establecimiento.
        </p>
        <p>
          Quien recibe un contacto debe usarlo únicamente para asuntos del curso y con respeto. El
          establecimiento no participa en las conversaciones entre apoderados.
        </p>
      </Clause>
      <Clause title="7. Notificaciones y calendario del dispositivo">
        <p>
          Si usted lo permite en su teléfono o navegador, la aplicación puede enviarle notificaciones y, en el
          teléfono, agregar eventos de la agenda a su calendario. Ambas cosas son voluntarias y se desactivan
          en los ajustes del dispositivo. Las notificaciones dicen cuántas novedades hay y de qué tipo. Solo
          si usted activa «Mostrar detalle» incluyen el nombre del estudiante, la asignatura y la nota, que
          puede leer quien vea la pantalla. Los eventos que usted agregue a su calendario quedan allí bajo su
          control, también después de cerrar la sesión.
        </p>
        <p>
          La aplicación puede además enviarle un correo con el número de novedades de cada estudiante, con su
          nombre de pila. Usted elige en «Notificaciones» si lo recibe cada día, cada semana o nunca; mientras
          no elija, rige lo que haya dispuesto el establecimiento. Cada correo permite dejar de recibirlo.
        </p>
        <p>
          Usted puede además crear una dirección para suscribir su calendario a la agenda y el horario de un
          estudiante. Quien tenga esa dirección puede leerlos sin contraseña, incluida la empresa que le
          presta el servicio de calendario. Usted puede anularla en cualquier momento; también deja de
          funcionar cuando termina su vínculo con el estudiante.
        </p>
        <p>
          Las notificaciones son un apoyo: no reemplazan las comunicaciones y citaciones formales del
          establecimiento.
        </p>
      </Clause>
      <Clause title="8. Disponibilidad y errores">
        <p>
          El servicio puede interrumpirse por mantención, fallas o falta de conexión. Sin conexión, la
          aplicación puede mostrar los últimos datos guardados e indica de cuándo son.
        </p>
        <p>
          Si encuentra un error en los datos, pida su corrección al profesor o profesora jefe o a la
          secretaría del establecimiento, indicando el estudiante, el dato y, si lo tiene, el documento que lo
          acredita.
        </p>
      </Clause>
      <Clause title="9. Suspensión y término">
        <p>
          Su acceso a los datos de un estudiante termina cuando concluye la matrícula, cuando usted deja de
          ser su apoderado o cuando lo ordena una resolución judicial. El establecimiento puede suspender una
          cuenta si detecta un uso contrario a estos términos o un riesgo para los datos; le informará el
          motivo y usted podrá pedir que se revise la medida.
        </p>
        <p>Usted puede dejar de usar la aplicación y pedir que se cierre su cuenta en cualquier momento.</p>
      </Clause>
      <Clause title="10. Propiedad intelectual">
        <p>
          La aplicación, su diseño y su marca pertenecen a sus titulares. Los materiales que publican los
          docentes, como guías o documentos adjuntos, son para el uso del estudiante y su familia; conservan
          los derechos de sus autores y no pueden publicarse ni venderse sin permiso.
        </p>
      </Clause>
      <Clause title="11. Cambios">
        <p>
          Estos términos pueden cambiar, por ejemplo si cambia la ley o la aplicación. La versión vigente se
          encuentra siempre aquí, con su número y fecha. Los cambios importantes se le informarán antes de que
          se apliquen. Si no está de acuerdo, puede dejar de usar la aplicación; ello no afecta la matrícula
          ni su derecho a recibir la información por otros medios.
        </p>
      </Clause>
      <Clause title="12. Ley chilena y reclamos">
        <p>
          Estos términos se rigen por la ley chilena. Nada de lo dicho aquí limita los derechos que la ley
          reconoce a los apoderados, a los estudiantes o a los titulares de datos personales.
        </p>
        <p>
          Puede presentar sus reclamos ante el establecimiento y, en materias educacionales, ante la
          Superintendencia de Educación. Si se trata de sus datos personales, vea también la Política de
          datos. Los conflictos que no se resuelvan de esa manera corresponden a los tribunales de justicia.
        </p>
      </Clause>
      <Clause title="13. Contacto, versión y fecha">
        <p>Para cualquier consulta sobre estos términos, diríjase a {schoolContact(text)}.</p>
        <p>{legalVersionText}.</p>
      </Clause>
    </LegalArticle>
  )
}
