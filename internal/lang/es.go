package lang

func spanish() Pack {
	return Pack{
		Tag: "es",
		Headings: []Heading{
			{"fuera de alcance", OutOfScope},
			{"fuera del alcance", OutOfScope},
			{"no objetivos", OutOfScope},
			{"exclusiones", OutOfScope},
			{"requisitos", Requirements},
			{"requisitos *", Requirements},
			{"requisito *", Requirements},
			{"* requisitos", Requirements},
			{"requerimientos", Requirements},
			{"requerimientos *", Requirements},
			{"restricciones", Requirements},
			{"reglas de negocio", Requirements},
			{"criterios de aceptación", Criteria},
			{"criterios de éxito", Criteria},
			{"definición de hecho", Criteria},
			{"definición de terminado", Criteria},
			{"preguntas abiertas", Questions},
			{"preguntas pendientes", Questions},
			{"cuestiones abiertas", Questions},
			{"puntos abiertos", Questions},
			{"casos límite", Questions},
			{"casos borde", Questions},
			{"aclaraciones", Clarifications},
			{"preguntas resueltas", Clarifications},
			{"decisiones", Clarifications},
			{"historias de usuario", Scenarios},
			{"historia de usuario *", Scenarios},
			{"escenarios", Scenarios},
			{"escenarios de usuario", Scenarios},
			{"casos de uso", Scenarios},
			{"supuestos", Assumptions},
			{"suposiciones", Assumptions},
			{"dependencias", Assumptions},
			{"glosario", Glossary},
			{"terminología", Glossary},
			{"definiciones", Glossary},
			{"alternativas", Past},
			{"alternativas consideradas", Past},
			{"alternativas descartadas", Past},
			{"alternativas rechazadas", Past},
			{"antecedentes", Background},
			{"contexto", Background},
			{"motivación", Background},
			{"justificación", Background},
			{"historial", Past},
			{"historial de cambios", Past},
			{"historial de versiones", Past},
			{"historial de revisiones", Past},
			{"referencias", Background},
			{"anexo", Background},
			{"anexos", Background},
			{"índice", Guidance},
			{"resumen", Request},
			{"introducción", Request},
			{"propósito", Request},
			{"objetivo", Request},
			{"objetivos", Request},
			{"problema", Request},
			{"descripción general", Request},
			{"visión general", Request},
		},
		Modals: []Modal{
			{Phrase: "debe", Modality: Must},
			{Phrase: "deben", Modality: Must},
			{Phrase: "deberá", Modality: Must},
			{Phrase: "deberán", Modality: Must},
			{Phrase: "no debe", Modality: Must},
			{Phrase: "no deben", Modality: Must},
			{Phrase: "no deberá", Modality: Must},
			{Phrase: "no puede", Modality: Must},
			{Phrase: "no pueden", Modality: Must},
			{Phrase: "tiene que", Modality: Must},
			{Phrase: "tienen que", Modality: Must},
			{Phrase: "debería", Modality: Should},
			{Phrase: "deberían", Modality: Should},
			{Phrase: "puede", Modality: May},
			{Phrase: "pueden", Modality: May},
			{Phrase: "podrá", Modality: May},
			{Phrase: "podrán", Modality: May},
		},
		Markers: []string{"TBD", "TODO", "FIXME", "XXX", "???"},
		Undecided: []string{
			"por definir", "por determinar", "por decidir", "por confirmar", "por especificar",
			"pendiente de definir", "pendiente de decidir", "pendiente de confirmar", "a definir",
			"aún no definido", "todavía no decidido", "sin definir",
		},
		Doubts: []string{
			"aún no está claro", "todavía no está claro", "aún no se sabe", "todavía no se sabe", "por ver", "sin decidir",
		},
		Vague:      spanishVagueness,
		StopWords:  spanishStopWords,
		PlainWords: spanishPlainWords,
		Records:    spanishRecords,
		Data:       spanishData,
	}
}

func spanishStopWords() []string {
	return []string{
		"el", "la", "los", "las", "de", "que", "y", "en", "un", "una", "del", "se", "por", "con", "para",
		"es", "al", "lo", "como", "más", "su", "debe", "cuando", "si", "sus", "son", "usuario", "sistema",
		"está", "este", "esta", "o", "ser", "hasta", "también", "sin", "cada", "deben",
	}
}

func spanishPlainWords() []string {
	return []string{
		"actualizar", "agregar", "añadir", "archivo", "archivos", "arreglar", "botón", "búsqueda", "cambiar", "cliente", "clientes", "contraseña",
		"corregir", "crear", "criterios", "debe", "deben", "eliminar", "enviar", "facturas", "guardar", "mejor", "mejorar",
		"mostrar", "nueva", "nuevo", "objetivo", "optimizar", "pantalla", "pueden", "página", "requisitos", "rápido", "sin", "todos",
		"usuario", "usuarios",
	}
}

func spanishRecords() Record {
	return Record{
		Log:      []string{"registro de cambios", "notas de la versión", "historial"},
		Decision: []string{"decisión"},
		Beside:   []string{"estado", "contexto", "consecuencias"},
	}
}

func spanishData() Data {
	return Data{
		Range:      []string{"redonde", "umbral", "máxim", "mínim", "límite", "porcent", "importe", "precio", "cantidad", "número", "decimal", "como mucho"},
		Collection: []string{"lista", "listado", "ordena", "agrup", "fusion", "elemento", "duplicad", "intervalo", "rango", "solap", "conjunto"},
		Text:       []string{"texto", "nombre", "carácter", "caracter", "longitud", "trunca", "mensaje", "etiqueta", "cadena"},
		State:      []string{"guard", "almacen", "actualiz", "crea", "elimin", "borra", "registr", "envía", "enviar", "reintent", "insert"},
		Transfer:   []string{"archivo", "fichero", "solicitud", "petición", "sube", "subir", "descarg", "red", "conexión", "conexiones"},
	}
}
