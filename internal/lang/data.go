package lang

// Data is how one language speaks of the data that a requirement is about: the
// beginnings of words, or in a script without blanks the words, in lower case.
// English is not among it, since the probe has its words and stems them.
type Data struct {
	Range      []string // bounds, amounts, rounding
	Collection []string // lists, sorting, merging
	Text       []string // names, characters, length
	State      []string // what saves, changes or deletes
	Transfer   []string // files, requests, the network
}

// DataOf are the words of a primary language tag.
func DataOf(tag string) (Data, bool) {
	switch tag {
	case "de":
		return Data{
			Range:      []string{"rund", "gerundet", "aufgerundet", "abgerundet", "schwell", "höchst", "mindest", "maxim", "minim", "grenz", "prozent", "betrag", "beträge", "preis", "anzahl", "zahl", "dezimal", "limit"},
			Collection: []string{"liste", "gelistet", "sortier", "gruppier", "eintr", "einträge", "zusammengeführ", "dedupliz", "überlapp", "überschneid", "intervall", "bereich", "element"},
			Text:       []string{"text", "name", "zeichen", "bezeichn", "länge", "kürz", "gekürzt", "nachricht", "beschrift"},
			State:      []string{"speicher", "gespeichert", "lösch", "gelöscht", "anleg", "angelegt", "erstell", "änder", "geändert", "aktualisier", "entfern", "registrier", "wiederhol", "absend", "abgesendet"},
			Transfer:   []string{"datei", "anfrage", "hochlad", "hochgeladen", "herunterlad", "heruntergeladen", "netz", "schnittstelle", "verbindung", "abruf", "abgerufen"},
		}, true
	case "es":
		return Data{
			Range:      []string{"redonde", "umbral", "máxim", "mínim", "límite", "porcent", "importe", "precio", "cantidad", "número", "decimal", "como mucho"},
			Collection: []string{"lista", "listado", "ordena", "agrup", "fusion", "elemento", "duplicad", "intervalo", "rango", "solap", "conjunto"},
			Text:       []string{"texto", "nombre", "carácter", "caracter", "longitud", "trunca", "mensaje", "etiqueta", "cadena"},
			State:      []string{"guard", "almacen", "actualiz", "crea", "elimin", "borra", "registr", "envía", "enviar", "reintent", "insert"},
			Transfer:   []string{"archivo", "fichero", "solicitud", "petición", "sube", "subir", "descarg", "red", "conexión", "conexiones"},
		}, true
	case "fr":
		return Data{
			Range:      []string{"arrond", "seuil", "maxim", "minim", "limite", "pourcent", "montant", "prix", "nombre", "décimal", "taux"},
			Collection: []string{"liste", "trie", "trié", "tri", "group", "fusionn", "élément", "doublon", "intervalle", "plage", "chevauch", "ensemble"},
			Text:       []string{"texte", "nom", "noms", "caractère", "longueur", "tronqu", "message", "libellé", "étiquette", "chaîne"},
			State:      []string{"enregistr", "sauvegard", "conserv", "met à jour", "crée", "créer", "supprim", "efface", "inscri", "réessa", "insér"},
			Transfer:   []string{"fichier", "requête", "télévers", "télécharg", "réseau", "connexion"},
		}, true
	case "pt":
		return Data{
			Range:      []string{"arredond", "limiar", "máxim", "mínim", "limite", "percent", "porcent", "montante", "valor", "preço", "quantidade", "número", "decima"},
			Collection: []string{"lista", "ordenad", "ordena", "agrup", "mescl", "fundid", "item", "itens", "elemento", "duplicad", "intervalo", "sobrep", "conjunto", "coleç"},
			Text:       []string{"texto", "nome", "caract", "caráter", "comprimento", "trunc", "mensagem", "mensagens", "rótulo", "etiqueta"},
			State:      []string{"salv", "guard", "grava", "armazen", "atualiz", "cria", "elimin", "apag", "exclu", "remov", "regist", "envia", "submet", "inser"},
			Transfer:   []string{"arquivo", "ficheiro", "pedido", "requisi", "carreg", "descarreg", "baixa", "rede", "conex", "ligaç"},
		}, true
	case "ja":
		return Data{
			Range:      []string{"四捨五入", "最大", "最小", "上限", "下限", "以内", "以下", "以上", "金額", "件数", "小数"},
			Collection: []string{"一覧", "リスト", "並べ", "並び", "重複", "集合", "グループ"},
			Text:       []string{"文字", "名前", "氏名", "メッセージ", "ラベル"},
			State:      []string{"保存", "登録", "更新", "削除", "作成", "再試行"},
			Transfer:   []string{"ファイル", "アップロード", "ダウンロード", "ネットワーク", "接続", "リクエスト"},
		}, true
	case "zh":
		return Data{
			Range:      []string{"四舍五入", "最大", "最小", "最多", "最少", "上限", "下限", "不超过", "金额", "价格", "数量", "百分"},
			Collection: []string{"列表", "排序", "分组", "合并", "去重", "重复", "集合"},
			Text:       []string{"文本", "名称", "姓名", "字符", "长度", "消息", "标签"},
			State:      []string{"保存", "存储", "更新", "创建", "删除", "注册", "提交", "重试"},
			Transfer:   []string{"文件", "上传", "下载", "网络", "连接", "请求", "接口"},
		}, true
	}
	return Data{}, false
}
