package lang

// stopWords are the words by which a language is told.
type stopWords struct {
	tag   string
	words []string
}

// neighbours are languages without a pack. Their words keep them from being
// read as one that has: none is an English word, and none is a single letter of
// English, which abbreviations leave behind.
func neighbours() []stopWords {
	return []stopWords{
		{"ar", []string{"في", "من", "على", "إلى", "أن", "يجب", "لا", "التي", "الذي", "عند", "كل", "أو", "هذا", "هذه", "يمكن", "حتى", "مع", "عن", "كما"}},
		{"bg", []string{"на", "да", "се", "за", "от", "трябва", "не", "или", "при", "може", "който", "която", "със", "като", "всеки", "след", "този"}},
		{"ca", []string{"els", "les", "amb", "és", "dels", "dades", "quan", "què", "aquest", "aquesta", "una", "la", "el", "que", "de", "fins", "qui", "pot", "del", "però", "només", "perquè", "són", "seu"}},
		{"cs", []string{"na", "je", "se", "že", "musí", "nebo", "pro", "pouze", "není", "při", "když", "pokud", "může", "ve", "ze", "jako", "být", "který", "která", "které", "nesmí", "každý", "jejich", "aby", "od", "po", "za"}},
		{"da", []string{"og", "en", "et", "det", "som", "på", "er", "af", "til", "ikke", "skal", "når", "hvis", "eller", "fra", "kan", "hver", "har", "kun", "efter", "ved", "må", "den", "der", "alle", "uden", "vil", "månedens"}},
		{"el", []string{"το", "να", "και", "του", "της", "την", "που", "με", "για", "πρέπει", "από", "στο", "δεν", "μπορεί", "είναι", "έως"}},
		{"et", []string{"ja", "peab", "ei", "kui", "või", "saab", "tohi", "kes", "mis", "igal", "kuni", "iga", "siis", "ning", "kasutaja", "kõik", "pärast", "ainult", "peavad", "sellele", "oleks", "poolt"}},
		{"eu", []string{"eta", "dira", "behar", "duen", "dute", "baina", "edo", "egin", "ez", "dago", "izan", "denean", "guztiak", "ditu", "dezake"}},
		{"fi", []string{"ja", "tulee", "ei", "voi", "jos", "kun", "että", "sekä", "tai", "mutta", "joka", "jotka", "vain", "saa", "täytyy", "pitää", "kaikki", "käyttäjä", "haluaa", "näkee", "jolla", "ovat", "olla", "myös", "jälkeen", "kuin", "järjestelmän"}},
		{"hr", []string{"na", "se", "je", "mora", "koji", "koja", "koje", "za", "ili", "može", "nije", "ne", "da", "kada", "ako", "sve", "samo", "smije", "svaki", "od", "sustav", "korisnik", "bez", "nakon", "moraju", "biti", "prije"}},
		{"hu", []string{"az", "és", "hogy", "nem", "kell", "egy", "vagy", "ha", "csak", "minden", "lehet", "szerint", "rendszernek", "van", "annak", "amely", "aki", "után", "kiválasztott", "között", "felhasználó", "ki", "akkor", "esetén"}},
		{"id", []string{"yang", "dan", "dari", "untuk", "dengan", "harus", "dapat", "pada", "tidak", "ini", "itu", "ke", "oleh", "dalam", "atau", "boleh", "akan", "setiap", "jika", "sampai", "bagi", "ingin", "kepada", "satu", "pengguna", "semua", "hanya", "sebuah", "setelah", "sistem"}},
		{"it", []string{"il", "gli", "di", "della", "delle", "dei", "degli", "che", "non", "si", "al", "alla", "nel", "nella", "dal", "dalla", "sono", "è", "deve", "devono", "ogni", "quando", "più", "se", "la", "le", "lo", "un", "una", "del", "chi", "ha", "da", "viene", "può", "questo", "questa", "tutti", "solo", "dopo", "senza", "utente", "nell", "dell"}},
		{"lt", []string{"ir", "turi", "kad", "yra", "su", "iki", "kai", "arba", "gali", "negali", "jei", "bei", "visi", "naudotojas", "būti", "kuris", "kuri", "po", "kiekvienas", "nuo", "sistema"}},
		{"lv", []string{"un", "ir", "jābūt", "vai", "kas", "uz", "ar", "līdz", "lietotājs", "sistēmai", "nedrīkst", "tikai", "pēc", "katru", "kad", "jo", "ja", "kurš", "izvēlētajā"}},
		{"ms", []string{"yang", "dan", "dari", "untuk", "dengan", "mesti", "boleh", "pada", "tidak", "ini", "itu", "oleh", "dalam", "atau", "akan", "setiap", "jika", "hendaklah", "kepada", "pengguna", "semua", "sahaja", "selepas"}},
		{"nb", []string{"og", "en", "et", "det", "som", "på", "er", "av", "til", "ikke", "skal", "når", "hvis", "eller", "fra", "kan", "hver", "har", "bare", "etter", "ved", "må", "den", "noen", "uten", "vil", "å", "være"}},
		{"nl", []string{"het", "een", "van", "voor", "moet", "moeten", "niet", "dat", "aan", "wordt", "worden", "naar", "bij", "als", "ook", "elke", "zijn", "te", "kan", "geen", "de", "en", "op", "wie", "mag", "deze", "binnen", "wil", "heeft", "uit", "tot", "alle", "nog", "hun", "alleen", "zodat", "gebruiker", "wanneer"}},
		{"pl", []string{"na", "się", "jest", "nie", "musi", "że", "dla", "oraz", "lub", "po", "przez", "od", "może", "gdy", "jeśli", "tylko", "są", "ze", "jeden", "każdy", "każdą", "która", "który", "które", "po", "przy", "jak", "chce", "jako", "ich", "je", "przed", "aby", "ją", "użytkownik", "bez", "powinien", "muszą", "mogą"}},
		{"ro", []string{"și", "să", "în", "trebuie", "este", "sunt", "de", "la", "cu", "pe", "care", "din", "nu", "pentru", "un", "poate", "sau", "până", "cel", "celui", "fi", "prin", "dacă", "după", "când", "lui", "ale", "al", "toate", "fiecare"}},
		{"ru", []string{"и", "в", "на", "не", "что", "с", "по", "для", "должна", "должен", "должны", "может", "или", "при", "если", "до", "к", "из", "у", "от", "тому", "кто", "только", "быть", "есть", "которые", "хочет", "она", "его", "через", "за"}},
		{"sk", []string{"na", "je", "sa", "že", "musí", "alebo", "pre", "iba", "nie", "pri", "keď", "ak", "môže", "vo", "zo", "ako", "byť", "ktorý", "ktorá", "ktoré", "nesmie", "každý", "aby", "od", "po", "za"}},
		{"sl", []string{"na", "je", "se", "mora", "ki", "ali", "lahko", "ne", "ob", "če", "samo", "vse", "sme", "vsak", "za", "uporabnik", "brez", "ko", "morajo", "biti", "pred", "po"}},
		{"sq", []string{"dhe", "të", "në", "një", "që", "për", "duhet", "nuk", "ose", "nga", "është", "kur", "mund", "çdo", "përdoruesi", "vetëm"}},
		{"sv", []string{"och", "att", "en", "ett", "det", "som", "på", "är", "för", "av", "till", "inte", "ska", "måste", "när", "om", "eller", "från", "kan", "varje", "har", "bara", "den", "de", "vid", "utan", "efter", "vill", "alla", "innan", "får"}},
		{"tr", []string{"ve", "bir", "için", "ile", "bu", "olan", "kadar", "veya", "değil", "daha", "gibi", "tüm", "sonra", "önce", "yalnızca", "kullanıcı", "sistem", "en", "olarak", "istiyor", "olmalıdır", "göre", "ancak", "tek", "ise", "ya", "kişi", "kişiye", "olmadan"}},
		{"uk", []string{"і", "та", "на", "не", "що", "з", "по", "для", "повинна", "повинен", "повинні", "може", "або", "при", "якщо", "до", "у", "від", "тому", "хто", "має", "лише", "бути", "через", "за", "його"}},
		{"vi", []string{"các", "của", "và", "phải", "có", "được", "không", "cho", "một", "trong", "người", "khi", "với", "là", "để", "thể", "thống", "những", "hoặc", "nếu", "đến", "từ", "này", "dụng"}},
	}
}

// plainWords are frequent words of specifications that carry meaning: those
// that tell a text without function words. None is a word of another language
// here, so names that engineers share ("status", "export", "service", "test")
// are not among them.
func plainWords() []stopWords {
	return []stopWords{
		{"en", []string{
			"able", "about", "above", "accept", "acceptance", "accepts", "access", "account", "accounts", "add", "added", "adds", "after", "again",
			"against", "allow", "allowed", "allows", "along", "also", "always", "amount", "another", "answer", "anybody", "anyone", "anything",
			"appears", "approved", "around", "ask", "asks", "avoid", "back", "because", "become", "been", "before", "behavior", "behaviour", "being",
			"below", "better", "between", "beyond", "book", "books", "both", "box", "bring", "bug", "bugs", "build", "but", "button", "buyer", "buyers",
			"call", "came", "cancel", "cannot", "change", "changed", "changes", "check", "checkout", "choice", "choose", "clarify", "clean", "clear",
			"clerk", "click", "clicks", "close", "closed", "closes", "collect", "completed", "compute", "connect", "contains", "convert", "copy",
			"correct", "could", "count", "create", "created", "creates", "criteria", "current", "customer", "customers", "day", "days", "define",
			"delete", "deleted", "deletes", "delivery", "deploy", "desk", "details", "detect", "different", "disable", "display", "displays", "does",
			"done", "draft", "during", "each", "email", "embed", "empty", "enable", "encrypt", "ends", "enforce", "enhance", "enough", "ensure",
			"ensures", "entry", "errors", "even", "every", "everything", "expand", "expected", "expired", "expires", "expose", "extend", "extra",
			"fail", "failed", "fails", "failure", "fast", "faster", "feature", "features", "fetch", "few", "field", "fields", "files", "find", "first",
			"fix", "fixed", "flow", "follow", "found", "free", "full", "game", "games", "generate", "generates", "get", "gets", "give", "given", "goal",
			"goals", "good", "guest", "guests", "handle", "help", "hide", "high", "highlight", "hold", "holder", "hour", "hours", "how", "implement",
			"implemented", "implements", "improve", "improved", "improvements", "incorrect", "increase", "inside", "integrate", "into", "introduce",
			"invalid", "investigate", "invite", "invoice", "invoices", "issue", "issues", "items", "keep", "keeps", "key", "known", "last", "launch",
			"least", "length", "less", "let", "level", "library", "like", "limit", "line", "link", "load", "lock", "locked", "look", "low", "make",
			"makes", "manage", "many", "matches", "may", "measure", "member", "members", "merge", "might", "migrate", "missing", "month", "more",
			"most", "move", "much", "multiple", "name", "names", "need", "needed", "needs", "never", "new", "newest", "next", "nobody", "none", "noted",
			"nothing", "notifies", "notify", "now", "number", "off", "often", "old", "one", "only", "opens", "optimise", "optimize", "order", "orders",
			"other", "others", "otherwise", "our", "out", "outcome", "overview", "own", "owner", "paid", "parse", "password", "pay", "payment",
			"payments", "people", "phone", "pick", "picked", "placed", "player", "players", "playing", "please", "prevent", "prevents", "price",
			"prices", "print", "prints", "products", "proposal", "protect", "provide", "publish", "pull", "purpose", "push", "put", "queue", "quick",
			"quickly", "raise", "read", "readers", "receive", "received", "receives", "recover", "redesign", "redirect", "reduce", "refactor",
			"refresh", "reject", "rejected", "rejects", "related", "remove", "removed", "removes", "rename", "render", "replace", "request",
			"requested", "requests", "required", "requirement", "requirements", "reset", "response", "restore", "result", "results", "retry", "return",
			"returned", "returns", "revamp", "review", "rework", "rewrite", "room", "rooms", "rule", "rules", "run", "runs", "same", "save", "saved",
			"saves", "saving", "say", "says", "scenario", "scenarios", "schedule", "screen", "search", "second", "seconds", "secure", "see", "sees",
			"select", "selected", "send", "sends", "sent", "set", "setting", "settings", "share", "shared", "show", "shown", "shows", "sign", "signed",
			"signup", "simplify", "since", "single", "size", "skip", "small", "some", "something", "soon", "sort", "sorted", "specific",
			"specification", "speed", "split", "starts", "stays", "step", "steps", "still", "stock", "stops", "store", "stored", "stores", "stories",
			"story", "streamline", "stuff", "submit", "submits", "submitted", "subscribe", "success", "such", "suggest", "summary", "supported",
			"supports", "switch", "take", "takes", "task", "tasks", "tell", "tells", "terms", "than", "their", "them", "then", "there", "these", "they",
			"thing", "things", "through", "tidy", "time", "times", "title", "today", "too", "tool", "tools", "track", "turn", "two", "undo", "unify",
			"unless", "unlimited", "unlock", "until", "up", "upcoming", "update", "updated", "updates", "upload", "uploads", "use", "used", "users",
			"uses", "using", "valid", "validate", "validates", "value", "values", "verifies", "verify", "very", "view", "visible", "visit", "visitor",
			"visitors", "wait", "waiting", "warehouse", "warn", "warns", "watch", "we", "website", "well", "went", "what", "where", "while", "who",
			"whole", "why", "window", "wish", "within", "without", "work", "workers", "works", "would", "write", "writes", "written", "wrong", "year",
			"yes", "yet", "you", "your",
		}},
		{"de", []string{
			"ablehnen", "abnahmekriterien", "akzeptanzkriterien", "aktualisieren", "anforderungen", "anlegen", "anmeldung", "anpassen",
			"anzeigen", "ausgeben", "bearbeiten", "beheben", "benutzer", "bessere", "besser", "darf", "datei", "dateien", "dürfen", "einbauen", "entfernen",
			"erstellen", "fehler", "ganze", "gesamte", "hinzufügen", "kein", "keine", "kunde", "kunden", "löschen", "mehr", "müssen", "neue",
			"neuen", "neuer", "neues", "nur", "nutzer", "ohne", "optimieren", "prüfen", "rechnung", "rechnungen", "schnell", "schneller", "seite", "sollen",
			"sollte", "speichern", "suche", "umbauen", "überarbeiten", "unterstützen", "verbessern", "verbesserung", "verwenden", "ziel", "zweck",
		}},
		{"es", []string{
			"actualizar", "agregar", "añadir", "archivo", "archivos", "arreglar", "botón", "búsqueda", "cambiar", "cliente", "clientes", "contraseña",
			"corregir", "crear", "criterios", "debe", "deben", "eliminar", "enviar", "facturas", "guardar", "mejor", "mejorar",
			"mostrar", "nueva", "nuevo", "objetivo", "optimizar", "pantalla", "pueden", "página", "requisitos", "rápido", "sin", "todos",
			"usuario", "usuarios",
		}},
		{"fr", []string{
			"afficher", "ajouter", "améliorer", "bouton", "changer", "corriger", "critères", "créer", "doit", "doivent", "enregistrer",
			"envoyer", "exigences", "facture", "factures", "fichier", "fichiers", "mettre", "mieux", "nouveau", "nouvelle", "objectif",
			"optimiser", "permettre", "peuvent", "rapide", "rapidement", "recherche", "sans", "supprimer", "tableau", "toutes", "tous", "tout",
			"utilisateur", "utilisateurs", "vérifier", "écran",
		}},
		{"pt", []string{
			"adicionar", "alterar", "apagar", "arquivo", "arquivos", "atualizar", "botão", "busca", "corrigir", "criar", "critérios", "devem",
			"enviar", "excluir", "faturas", "ficheiro", "melhor", "melhorar", "mostrar", "nova", "novo", "objetivo", "otimizar", "podem", "página",
			"rapidamente", "remover", "requisitos", "salvar", "senha", "sem", "tela", "todos", "tudo", "usuários", "utilizador",
		}},
	}
}
