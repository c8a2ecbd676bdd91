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
