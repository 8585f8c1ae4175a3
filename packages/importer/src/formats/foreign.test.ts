import { describe, expect, it } from 'vitest'
import { readSheets, sheetOfCsv } from '../testing/readSheets.ts'

const performanceCsv = `AGNO;RBD;DGV_RBD;NOM_RBD;COD_REG_RBD;NOM_REG_RBD_A;COD_PRO_RBD;COD_COM_RBD;NOM_COM_RBD;COD_DEPE;COD_DEPE2;RURAL_RBD;ESTADO_ESTAB;COD_ENSE;COD_ENSE2;COD_GRADO;LET_CUR;COD_JOR;COD_TIP_CUR;COD_DES_CUR;MRUN;GEN_ALU;FEC_NAC_ALU;EDA_ALU;COD_REG_ALU;COD_COM_ALU;NOM_COM_ALU;COD_RAMA;COD_SEC;COD_ESPE;PROM_GRAL;ASISTENCIA;SIT_FIN;SIT_FIN_R;COD_MEN
2025;90002;8;COLEGIO LOS AROMOS;13;RM;131;13110;LA FLORIDA;1;1;0;1;110;2;5;A;3;0;0;4031892;2;201505;10;13;13110;LA FLORIDA;0;0;0;5,8;92;P;P;0`
const enrollmentCsv = `AGNO;RBD;DGV_RBD;NOM_RBD;COD_ENSE;COD_GRADO;LET_CUR;MRUN;GEN_ALU;FEC_NAC_ALU
2025;90002;8;COLEGIO LOS AROMOS;110;5;A;4031892;2;201505`
const attendanceCsv = `AGNO;MES_ESCOLAR;RBD;DGV_RBD;NOM_RBD;COD_ENSE;COD_GRADO;LET_CUR;MRUN;DIAS_ASISTIDOS;DIAS_TRABAJADOS;ASIS_PROMEDIO
2025;3;90002;8;COLEGIO LOS AROMOS;110;5;A;4031892;18;20;0,9`

describe('a public data set of the Ministry', () => {
  it.each([
    ['rendimiento', 'Rendimiento por estudiante 2025.csv', performanceCsv],
    ['rendimiento', 'alumnos.csv', performanceCsv],
    ['rendimiento', 'asistencia.csv', performanceCsv],
    ['matrícula', '20250430_matricula_unica.csv', enrollmentCsv],
    ['asistencia', 'Asistencia declarada marzo.csv', attendanceCsv],
  ])(
    'on %s is rejected with its name, and not read as a sheet of the school: %s',
    async (what, file, text) => {
      const { records, problems, warnings } = await readSheets([sheetOfCsv(file, text, ';')])
      expect(problems).toEqual([
        {
          file,
          message: `parece la base de ${what} por estudiante de los datos abiertos del Mineduc: su MRUN no es el RUN, y no trae nombres`,
          expected: 'la nómina de alumnos de SIGE, o la hoja alumnos',
        },
      ])
      expect(warnings).toEqual([])
      expect(Object.values(records).flat()).toEqual([])
    },
  )

  it('is not confused with a school’s own list that has the set’s numbers beside the RUN', async () => {
    const { records, problems } = await readSheets([
      sheetOfCsv(
        'alumnos.csv',
        `desc_grado;letra_curso;run;digito_ver;nombres;apellido_paterno;MRUN
        5° Básico;A;40318926;K;Martina;Sepúlveda;4031892`,
        ';',
      ),
    ])
    expect([records.alumnos.length, problems]).toEqual([1, []])
  })
})
