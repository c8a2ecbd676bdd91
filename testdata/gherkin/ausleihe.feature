# language: de
Funktionalität: Ausleihe

  Szenario: Sechste Ausleihe
    Angenommen ein Leser hat 5 Bücher
    Wenn er ein Buch ausleiht
    Dann zeigt die Theke "Grenze erreicht"
    Und die Karte wird nicht gestempelt
