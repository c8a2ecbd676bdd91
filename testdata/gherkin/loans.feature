# surmise:allow vague-term -- the words are the librarians' own
@loans @P1
Feature: Loan limit
  As a librarian
  I want the desk to refuse a sixth loan,
  so that books stay on the shelf.

  What has to hold:
  - A reader MUST have at most 5 loans,
    whatever their age.
  - Minors come with a parent.

  Background:
    Given a reader with a card

  Rule: Five books are enough

    # the last one that goes through
    Scenario: Fifth loan
      Given a reader with 4 loans
      When they borrow a book
      Then the desk shows "4 + 1"
      And the loan ends in 28 days
      * the card is stamped

    Scenario Outline: Sixth loan of <kind>
      Given a <kind> with the loans
        | title      | due        |
        | Dune       | 2026-03-01 |
        | Us \| them | TBD        |
      When they borrow "<book>"
      Then the desk answers with
        """text
        limit reached: must be <kind>
        """
      But nothing is stamped

      Examples: Kinds of readers
        | kind   | book |
        | reader | Emma |
        | minor  | Momo |
