"""The three ways in which an order can be refused, each with words for the player.

An error carries a key and its parameters, not a finished sentence: `engine.lexicon.tell_error` says it in
the reader's language. `str(error)` is English.

The keys of the board game, with their values (`cell` a name, `tile` and `leader` words of the notation):

Invalid
    no_such_order          word, words              not an order of this game
    no_such_cell           cell
    no_such_tile           words                    in a bag
    no_such_seat
    needs_one_cell         word                     the order takes one cell
    needs_a_number         word
    needs_one_of           word, words              the order takes one of these words
    needs_a_monument       word
    needs_nothing          word                     the order takes no arguments
    no_such_players        dynasties                2 to 4 different ones of these
    no_such_option         option, words
    no_such_value          option, value, words

Ambiguous
    which_cross            cells                    W1    the centres
    which_square           monument, cells          9.1   the monument fits on several squares (top-left cells)

Illegal
    game_is_over                                    10.2
    has_resigned                                    16.1
    not_your_decision      seat, asked              4.1   another seat must decide; asked: turn commit fight …
    answer_first           word, asked              4.1   no action while this is asked of the same seat
    nothing_to_answer      word                     4.1   an answer, but nothing is asked
    nothing_to_undo                                       nothing that may still be taken back
    not_in_hand            tile                     6.1
    not_so_many_in_hand    tile, count, have        7.2 8.4 12.1
    cell_not_empty         cell                     5.1 6.1
    farm_needs_river       tile, cell               6.1
    river_needs_farm       tile, cell               6.1   any other tile on a river
    joins_three_kingdoms   cell                     6.2
    leader_on_river        cell                     5.1
    leader_needs_temple    cell                     5.1
    leader_stands_there    leader, cell             5.2
    leader_joins_kingdoms  leader, cell             5.3
    leader_not_on_board    leader                   5.4
    support_changes_nothing tile, count, counts, attacker   15.2  English support; counts: what may be added;
                                                          attacker: True or False
    no_such_war            leader, leaders          8.2   leaders: those that can be fought
    monument_has_not_the_colour  monument, colour, tile   9.1
    monument_is_built      monument, monuments      9.1   monuments: what is left of the colour
    no_square                                       9.1   a monument is named, and only the wonder can be built
    no_monument_left       monument, monuments, colour    9.1   the same, with a square
    no_such_square         cell, cells              9.1   cells: the top-left ones of the squares
    played_without_wonder                           15.3
    wonder_is_built        cell                     W1
    no_cross                                        W1    the wonder is named, and only monuments can be built
    no_such_cross          cell, cells              W1    cells: the centres
    not_in_the_line        cell, building, cells    B2    cells: the tiles that the building may be put on
    line_not_longer        cell, building, cells    B3
    no_treasure_to_leave   cell, cells              11.1  cells: the treasures that may stay
    corner_treasure_first  cell, cells              11.1
    swap_one_to_six                                 12.1
    no_catastrophe_left                             13.1
    catastrophe_on_leader, catastrophe_on_treasure, catastrophe_on_monument, catastrophe_on_catastrophe
                           cell                     13.1
    catastrophe_on_building  cell, building         B5

Those of the card game (rules of docs/rules/kings; `cell` the name of a place, column or link):

Invalid
    needs_a_place          word                     the order takes one place or link
    needs_column_or_link   word
    needs_some_of          word, words              the order takes different ones of these

Illegal, beside the shared game_is_over has_resigned not_your_decision answer_first nothing_to_answer
nothing_to_undo not_in_hand not_so_many_in_hand leader_stands_there no_catastrophe_left catastrophe_on_leader
    no_card_there          cell                     5.1 12.1
    leader_on_ship, leader_on_card   cell           5.1
    column_is_full         cell                     6.1
    link_is_filled         cell                     6.2
    link_needs_cards       cell, column, needed     6.2   column: one that has fewer cards
    no_treasure_to_take    cell, cells              7.1   cells: the columns that may be named
    one_treasure_stays                              7.1
    no_such_ship           colour, tile, colours    8.2   colours: of the ships that may be built
    ship_is_built          colour, colours          8.2
    leader_cannot_sail     leader, leaders          8.4   leaders: those that can
    no_such_conflict       leader, leaders          11.2  leaders: those that can be fought
    catastrophe_on_head, catastrophe_on_ship   cell 12.1

The keys of text, for every game (`example` and `suggestions` are orders rightly written):

Invalid
    order_empty, order_long
    order_unknown          word                     not a word of any order
    order_slip             word, suggestions        one slip from these
    order_missing          word, example            something must follow the word
    order_rest             word, rest, example      what follows the word does not fit it
    order_cell             word, cell, example      no such cell on the board
    order_only_cell        cell, example
    order_first            word, example            an order begins with its own word
    order_not_alone        word                     an answer without its order
    order_other_game       word
    order_several          orders                   several orders without anything between them
    order_colour_leader    word, example            colours mean tiles
    order_question         example
    standing_unclear       text, example            a line that sets answers given beforehand
    plan_word              word                     an order that no plan for a turn can hold
    say_long               limit
    record_header, record_line, record_no_such_game, record_player, record_option, record_tile, record_question
                           line, text
    record_players         line, count
    record_doubled         line, header
    record_missing         header
    record_order           line, reason             reason: the RulesError of the order
    record_refused         number, text, reason
    record_position        text                     the rules cannot produce it
    record_no_draw, record_draw

Illegal
    game_not_running, turn_over, tile_not_seen_yet (tile), plan_waiting

Ambiguous
    order_two_meanings     text, first, second      first, second: orders
"""

from __future__ import annotations


class RulesError(Exception):
    """An order that changes nothing. `key` names the sentence, `values` fill it in.

    `rule` is the number of the rule in docs/rules (for example "6.2"), or "" for a matter of notation.
    """

    def __init__(self, key: str, *, rule: str = "", **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.rule = rule
        self.values = values

    def __str__(self) -> str:
        from engine.lexicon import tell_error

        return tell_error(self, "en")


class Invalid(RulesError):
    """Not understood."""


class Illegal(RulesError):
    """Understood, but against the rules; names the rule in words."""


class Ambiguous(RulesError):
    """Possible in two ways; names both."""
