"""German sentences of the card game; see `en` for what each table is."""

from __future__ import annotations

NOUNS = {
    "ship": {"": "Schiff", "a": "ein Schiff", "many": "Schiffe"},
    "yes": {"": "ja"}, "no": {"": "nein"},
}
FACTS = {
    "covered": ("Du hast eine Karte verdeckt als Verbindung {cell} gelegt.",
                "{name} hat eine Karte verdeckt als Verbindung {cell} gelegt."),
    "covered.secret": ("Du hast verdeckt als Verbindung {cell} gelegt: {secret_tiles}.",
                       "{name} hat verdeckt als Verbindung {cell} gelegt: {secret_tiles}."),
    "uncovered": ("Deine Verbindung {cell} ist aufgedeckt: {tile}.", "Die Verbindung {cell} ist aufgedeckt: {tile}."),
    "laid.card": ("Du hast {tile:a} aus der Hand als Siegkarte abgelegt.",
                  "{name} hat {tile:a} aus der Hand als Siegkarte abgelegt."),
    "laid.king": ("Durch deinen König hast du {tile:a} aus der Hand als Siegkarte abgelegt.",
                  "{name} hat durch den König {tile:a} aus der Hand als Siegkarte abgelegt."),
    "laid.internal": ("Du hast für den Konflikt {tile:a} aus der Hand als Siegkarte abgelegt.",
                      "{name} hat für den Konflikt {tile:a} aus der Hand als Siegkarte abgelegt."),
    "laid.external": ("Du hast für den Konflikt {tile:a} aus der Hand als Siegkarte abgelegt.",
                      "{name} hat für den Konflikt {tile:a} aus der Hand als Siegkarte abgelegt."),
    "laid.sail": ("Du hast für das Schiff {tile:a} aus der Hand als Siegkarte abgelegt.",
                  "{name} hat für das Schiff {tile:a} aus der Hand als Siegkarte abgelegt."),
    "lapsed": ("Dir fehlt die passende Karte, um sie als Siegkarte abzulegen ({tile}).",
               "{name} fehlt die passende Karte, um sie als Siegkarte abzulegen ({tile})."),
    "prize": ("Du hast von den gelegten Karten {tile:a} als Siegkarte genommen.",
              "{name} hat von den gelegten Karten {tile:a} als Siegkarte genommen."),
    "spoils": ("Du gewinnst vom Tisch als Siegkarten: {tiles} ({where}).",
               "{name} gewinnt vom Tisch als Siegkarten: {tiles} ({where})."),
    "internal": ("Du beginnst einen inneren Konflikt der {leader:many} gegen {defender:dich}: "
                 "{attack} zu {defence} auf dem Tisch.",
                 "{name} beginnt einen inneren Konflikt der {leader:many} gegen {defender:dich}: "
                 "{attack} zu {defence} auf dem Tisch."),
    "externals": ("Du hast zwei Reiche verbunden, es gibt Konflikte: {leaders_and}.",
                  "{name} hat zwei Reiche verbunden, es gibt Konflikte: {leaders_and}."),
    "external": ("Du greifst {defender:dich} an, im äußeren Konflikt der {leader:many}: "
                 "{attack} zu {defence} auf dem Tisch.",
                 "{name} greift {defender:dich} an, im äußeren Konflikt der {leader:many}: "
                 "{attack} zu {defence} auf dem Tisch."),
    "won.internal": ("Du hast den Konflikt der {leader:many} gegen {loser:dich} gewonnen, {strength} zu {against}.",
                     "{name} hat den Konflikt der {leader:many} gegen {loser:dich} gewonnen, {strength} zu {against}."),
    "won.external": ("Du hast den Konflikt der {leader:many} gegen {loser:dich} gewonnen, {strength} zu {against}.",
                     "{name} hat den Konflikt der {leader:many} gegen {loser:dich} gewonnen, {strength} zu {against}."),
    "cancelled.external": ("Es gibt keinen Konflikt der {leader:many} mehr: Sie sind nicht mehr verbunden.",) * 2,
    "returned.internal": ("Du bekommst {leader:the} von {cell} zurück: Der Konflikt ist verloren.",
                          "{name} bekommt {leader:the} von {cell} zurück: Der Konflikt ist verloren."),
    "returned.external": ("Du bekommst {leader:the} von {cell} zurück: Der Konflikt ist verloren.",
                          "{name} bekommt {leader:the} von {cell} zurück: Der Konflikt ist verloren."),
    "returned.ship": ("Du bekommst {leader:the} von {cell} zurück: Dort liegt jetzt ein Schiff.",
                      "{name} bekommt {leader:the} von {cell} zurück: Dort liegt jetzt ein Schiff."),
    "ship": ("Du hast das Schiff Blau-{ship} auf {cell} gebaut, aus {tiles}.",
             "{name} hat das Schiff Blau-{ship} auf {cell} gebaut, aus {tiles}."),
    "exchanged": ("Du hast {count:Schatz|Schätze} gegen Tempel getauscht: {where}.",
                  "{name} hat {count:Schatz|Schätze} gegen Tempel getauscht: {where}."),
    "declined.score": ("Du hast keine Siegkarte abgelegt.", "{name} hat keine Siegkarte abgelegt."),
    "declined.take": ("Du hast keinen Schatz getauscht.", "{name} hat keinen Schatz getauscht."),
    "declined.ship": ("Du hast kein Schiff gebaut.", "{name} hat kein Schiff gebaut."),
    "declined.sail": ("Du hast für Schiffe keine Siegkarten abgelegt.",
                      "{name} hat für Schiffe keine Siegkarten abgelegt."),
    "refilled.cards": ("Du hast {count:Karte|Karten} gezogen.", "{name} hat {count:Karte|Karten} gezogen."),
    "short.cards": ("Der Stapel ist leer: Dir fehlen {missing:Karte|Karten}.",
                    "Der Stapel ist leer: {name} fehlen {missing:Karte|Karten}."),
    "undone.secret": ("Du hast einen Befehl zurückgenommen: {secret_order}.",
                      "{name} hat einen Befehl zurückgenommen: {secret_order}."),
    "setting.ask": ("Ab jetzt wirst du gefragt, bevor eine Siegkarte für dich abgelegt wird.",
                    "Ab jetzt wird {name} gefragt, bevor eine Siegkarte abgelegt wird."),
    "setting.always": ("Ab jetzt wird immer eine Siegkarte für dich abgelegt, wenn du eine hast.",
                       "Ab jetzt legt {name} immer eine Siegkarte ab, wenn eine da ist."),
    "over.heads": ("Das Spiel ist aus: Höchstens ein Schatz ist übrig. {places}.",) * 2,
    "over.deck": ("Das Spiel ist aus: Der Stapel konnte nicht alle Hände auffüllen. {places}.",) * 2,
    "over.still": ("Das Spiel ist aus: Keine Karte kann mehr gespielt werden. {places}.",) * 2,
}
DECISIONS = {
    "commit.internal": ("Innerer Konflikt der {leader:many} gegen {opponent}, bisher {own} zu {theirs}: "
                        "Wie viele Tempel legst du aus der Hand?",
                        "Innerer Konflikt der {leader:many}: {name} entscheidet, "
                        "wie viele Tempel gegen {opponent:dich} dazukommen."),
    "commit.external": ("Äußerer Konflikt der {leader:many} gegen {opponent}, bisher {own} zu {theirs}: "
                        "Wie viele {tile:many} legst du aus der Hand?",
                        "Äußerer Konflikt der {leader:many}: {name} entscheidet, "
                        "wie viele {tile:many} gegen {opponent:dich} dazukommen."),
    "fight.external": ("Welcher Konflikt wird jetzt ausgetragen: {leaders}?",
                       "{name} wählt, welcher Konflikt jetzt ausgetragen wird: {leaders}."),
    "score.card": ("Die gespielte Karte bringt dir eine Siegkarte: Legst du {tile:a} aus der Hand ab?",
                   "{name} darf für die gespielte Karte {tile:a} als Siegkarte ablegen."),
    "score.king": ("Die gespielte Karte bringt dir durch deinen König eine Siegkarte: "
                   "Legst du {tile:a} aus der Hand ab?",
                   "{name} darf für die gespielte Karte durch den König {tile:a} als Siegkarte ablegen."),
    "score.internal": ("Du hast gewonnen, und niemand hat Karten gelegt: "
                       "Legst du {tile:a} aus der Hand als Siegkarte ab?",
                       "{name} hat gewonnen und darf {tile:a} als Siegkarte ablegen."),
    "score.external": ("Du hast gewonnen, und niemand hat Karten gelegt: "
                       "Legst du {tile:a} aus der Hand als Siegkarte ab?",
                       "{name} hat gewonnen und darf {tile:a} als Siegkarte ablegen."),
    "take": ("Du darfst Schätze gegen Tempel aus der Hand tauschen, einer muss bleiben: "
             "In welchen Spalten, von {columns}?",
             "{name} darf Schätze gegen Tempel tauschen: Spalten {columns}."),
    "ship": ("Vier Karten liegen untereinander ({tile:many}): Baust du ein Schiff aus Blau und {colours}?",
             "{name} darf ein Schiff aus Blau und {colours} bauen."),
    "sail": ("Dein Zug endet, und Schiffe bringen Siegkarten: Für welche Anführer legst du eine ab ({leaders})?",
             "{name} darf für Schiffe Siegkarten ablegen ({leaders})."),
}
ERRORS = {
    "needs_a_place": "„{word}“ braucht eine Karte auf dem Tisch, zum Beispiel B3, oder B-C für die Verbindung "
                     "zwischen B und C.",
    "needs_column_or_link": "„{word}“ braucht eine Spalte, zum Beispiel B, oder eine Verbindung, zum Beispiel B-C.",
    "needs_some_of": "„{word}“ braucht verschiedene von diesen: {words}.",
    "no_card_there": "Auf {cell} liegt keine Karte.",
    "leader_on_ship": "Auf {cell} liegt ein Schiff: Darauf kann kein Anführer stehen.",
    "leader_on_card": "Auf {cell} steht schon ein Anführer.",
    "column_is_full": "Die Spalte {cell} ist voll: Acht Karten liegen unter der obersten.",
    "link_is_filled": "In der Verbindung {cell} liegt schon eine Karte.",
    "link_needs_cards": "Eine Verbindung {cell} braucht {needed} Karten unter jeder der beiden obersten Karten; "
                        "die Spalte {column} hat weniger.",
    "no_such_conflict": "Ein Konflikt der {leader:many} steht nicht an, sondern: {leaders}.",
    "no_treasure_to_take": "Die Spalte {cell} beginnt mit keinem Schatz dieses Reichs; diese schon: {cells}.",
    "one_treasure_stays": "Einer der Schätze muss bleiben.",
    "no_such_ship": "Diese Karten ({tile:many}) ergeben kein Schiff aus Blau und {colour}; möglich: {colours}.",
    "ship_is_built": "Das Schiff aus Blau und {colour} ist schon gebaut; möglich: {colours}.",
    "leader_cannot_sail": "Dein {leader} bringt jetzt keine Siegkarte; möglich: {leaders}.",
    "catastrophe_on_head": "{cell} ist die oberste Karte ihrer Spalte: Eine Katastrophe kann sie nicht entfernen.",
    "catastrophe_on_ship": "Auf {cell} liegt ein Schiff: Eine Katastrophe kann es nicht entfernen.",
}
