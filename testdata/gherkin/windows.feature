Feature: Two ends

  Scenario: One
    Given a 😀 in the path
    Then it is kept  
