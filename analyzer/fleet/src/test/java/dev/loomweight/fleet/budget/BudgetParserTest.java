package dev.loomweight.fleet.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.report.Unit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How the amounts of budgets are written, and what is said of those that are none. */
class BudgetParserTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            COUNT | 0               | 0
            COUNT | ' 12 '          | 12
            COUNT | 999999999999999 | 999999999999999
            TIME  | 1.5 s           | 1500000000
            TIME  | 0               | 0
            SIZE  | 64m             | 67108864
            SHARE | 90%             | 900
            SHARE | ' 99.9 % '      | 999
            SHARE | 0%              | 0
            SHARE | 150%            | 1500
            """)
    void amounts(Unit unit, String text, long amount) {
        assertThat(BudgetParser.amount("pins", unit, text)).isEqualTo(amount);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            COUNT | 1.5              | pins: invalid number '1.5'; expected 0 or more
            COUNT | -1               | pins: invalid number '-1'; expected 0 or more
            COUNT | 1000000000000000 | pins: invalid number '1000000000000000'; expected 0 or more
            TIME  | 5                | pins: invalid duration '5'; expected for example 500ms, 2s or 1m
            SHARE | 90               | pins: invalid percentage '90'; expected for example 90%
            SHARE | 1000%            | pins: invalid percentage '1000%'; expected for example 90%
            SHARE | 9.99%            | pins: invalid percentage '9.99%'; expected for example 90%
            """)
    void whatIsNoAmount(Unit unit, String text, String message) {
        assertThatThrownBy(() -> BudgetParser.amount("pins", unit, text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void whatIsNoSize() {
        assertThatThrownBy(() -> BudgetParser.amount("rss", Unit.SIZE, "much")).hasMessageStartingWith("rss: ");
    }

    @ParameterizedTest
    @CsvSource({"10%, 0.1", "' 0.5 % ', 0.005", "0%, 0", "9999.9999%, 99.999999"})
    void margins(String text, double margin) {
        assertThat(BudgetParser.margin(text)).isEqualTo(margin);
    }

    @ParameterizedTest
    @CsvSource({"10", "ten", "10000%", "-1%", "0.12345%"})
    void whatIsNoMargin(String text) {
        assertThatThrownBy(() -> BudgetParser.margin(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("margin: invalid percentage '" + text + "'; expected for example 10%");
    }

    @Test
    void sharesAreRatios() {
        assertThat(BudgetParser.share("90%")).isEqualTo(0.9);
        assertThat(BudgetParser.share("100 %")).isEqualTo(1);
        assertThatThrownBy(() -> BudgetParser.share("90"))
                .hasMessage("invalid percentage '90'; expected for example 90%");
    }
}
