/** A OneRoster 1.1 set of one school with two courses: the texts of its files, by name. */
export const rosterSet: Record<string, string> = {
  manifest: `propertyName,value
    manifest.version,1.0
    oneroster.version,1.1
    file.orgs,bulk
    file.users,bulk
    file.categories,bulk`,
  orgs: `sourcedId,status,dateLastModified,name,type,identifier,parentSourcedId
    d1,,,Servicio Local,district,,
    o1,,,Colegio Los Aromos,school,90020-6,d1`,
  academicSessions: `sourcedId,status,dateLastModified,title,type,startDate,endDate,parentSourcedId,schoolYear
    y26,,,2026,schoolYear,2026-03-04,2026-12-18,,2026
    s1,,,1° Semestre,semester,2026-03-04,2026-07-06,y26,2026
    s2,,,2° Semestre,semester,2026-07-06,2026-12-18,y26,2026
    g1,,,Marzo y abril,gradingPeriod,2026-03-04,2026-04-30,s1,2026`,
  courses: `sourcedId,status,dateLastModified,schoolYearSourcedId,title,courseCode,grades,orgSourcedId,subjects,subjectCodes
    cat-mat,,,y26,Matemática,MAT,05,o1,,
    cat-rel,,,y26,Religión,REL,05,o1,,`,
  classes: `sourcedId,status,dateLastModified,title,grades,courseSourcedId,classCode,classType,location,schoolSourcedId,termSourcedIds,subjects,subjectCodes,periods
    h5a,,,5º BASICO A,05,,5A,homeroom,,o1,y26,,,
    h5b,,,5° Básico B,05,,5B,homeroom,,o1,y26,,,
    mat,,,Matemática 5A,05,cat-mat,MAT5A,scheduled,,o1,y26,,,
    rel,,,Religión 5A y B,05,cat-rel,REL5,scheduled,,o1,y26,,,
    old,tobedeleted,,Taller,05,,TAL,scheduled,,o1,y26,,,`,
  users: `sourcedId,status,dateLastModified,enabledUser,orgSourcedIds,role,username,userIds,givenName,familyName,middleName,identifier,email,sms,phone,agentSourcedIds,grades,password
    t1,,,true,o1,teacher,cfuentes,,Carolina,Fuentes Mella,Andrea,43001122-7,c@example.com,,,,,
    p1,,,true,o1,administrator,dir,,Ana,Rojas,,43001123-5,a@example.com,,,,,
    m1,,,true,o1,parent,paola,,Paola,Huenchul Soto,,42456123-1,Paola@Example.com,912345678,,k1,,
    f1,,,false,o1,guardian,jp,,Jean,Pierre,,AB123456,jean@example.com,,223456789,,,
    k1,,,true,o1,student,mar,,MARTINA,DE LA FUENTE HUENCHUL,ANTONIA,40318926-K,,,,m1,05,
    k2,,,true,o1,student,tom,,Tomás,O'Ryan,,40533274-4,,,,f1,05,
    k3,,,true,o1,student,leo,,Leo,Soto Díaz,,40100001-1,,,,t1,05,
    k4,tobedeleted,,true,o1,student,x,,X,Y,,nada,,,,,05,`,
  enrollments: `sourcedId,status,dateLastModified,classSourcedId,schoolSourcedId,userSourcedId,role,primary,beginDate,endDate
    e1,,,h5a,o1,k1,student,,2026-03-04,2026-12-18
    e2,,,h5b,o1,k2,student,,2026-03-04,
    e3,tobedeleted,2026-06-30T10:00:00Z,h5a,o1,k3,student,,2026-03-04,
    e4,,,mat,o1,k1,student,,,
    e5,,,mat,o1,t1,teacher,true,,
    e6,,,rel,o1,k1,student,,,
    e7,,,rel,o1,k2,student,,,
    e8,,,h5a,o1,t1,teacher,true,,`,
  demographics: `sourcedId,status,dateLastModified,birthDate,sex,americanIndianOrAlaskaNative,asian
    k1,,,2015-05-17,female,true,false
    k2,,,2015-09-06,,false,false`,
  categories: `sourcedId,status,dateLastModified,title
    c1,,,Pruebas`,
  lineItems: `sourcedId,status,dateLastModified,title,description,assignDate,dueDate,classSourcedId,categorySourcedId,gradingPeriodSourcedId,resultValueMin,resultValueMax
    li1,,,Prueba Unidad 1,Números,2026-04-01,2026-04-15T23:59:59Z,mat,c1,g1,1.0,7.0
    li2,,,Trabajo,,2026-08-01,,rel,c1,s2,1.0,7.0`,
  results: `sourcedId,status,dateLastModified,lineItemSourcedId,studentSourcedId,scoreStatus,score,scoreDate,comment
    r1,,,li1,k1,fully graded,5.4,2026-04-20,Muy bien
    r2,,,li2,k1,exempt,1.0,2026-08-20,
    r3,,,li2,k2,not submitted,,2026-08-20,
    r4,tobedeleted,,li1,k2,fully graded,6.1,2026-04-20,`,
}
