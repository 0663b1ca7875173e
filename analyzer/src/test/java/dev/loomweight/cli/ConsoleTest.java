package dev.loomweight.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConsoleTest {

    @Test
    void withoutATerminalThereIsNoColourAndAFixedWidth() {
        assertThat(console(Map.of("TERM", "xterm")))
                .returns(false, Console::terminal)
                .returns(false, Console::colour)
                .returns(Console.WIDTH_WITHOUT_TERMINAL, Console::width);
        assertThat(console(Map.of("LOOMWEIGHT_COLUMNS", "nonsense")).terminal()).isFalse();
    }

    @Test
    void aTerminalHasItsWidthAndColourUnlessTheUserSaysNo() {
        assertThat(console(Map.of("LOOMWEIGHT_COLUMNS", "61", "TERM", "xterm")))
                .returns(61, Console::width)
                .returns(Console.USUAL_ROWS, Console::rows)
                .returns(true, Console::colour);
        assertThat(console(Map.of("LOOMWEIGHT_COLUMNS", "61", "LOOMWEIGHT_ROWS", "19"))
                        .rows())
                .isEqualTo(19);
        assertThat(console(Map.of("LOOMWEIGHT_COLUMNS", "61", "NO_COLOR", "1")).colour())
                .isFalse();
        assertThat(console(Map.of("LOOMWEIGHT_COLUMNS", "61", "TERM", "dumb")).colour())
                .isFalse();
    }

    @Test
    void standardErrorHasAWidthOfItsOwn() {
        assertThat(console(Map.of("LOOMWEIGHT_COLUMNS", "61", "LOOMWEIGHT_STDERR_TERMINAL", "72")))
                .returns(61, Console::width)
                .returns(72, Console::errWidth);
        assertThat(console(Map.of("LOOMWEIGHT_COLUMNS", "61", "LOOMWEIGHT_STDERR_TERMINAL", "1"))
                        .errWidth())
                .isEqualTo(61);
        assertThat(console(Map.of("LOOMWEIGHT_COLUMNS", "61")).errWidth()).isEqualTo(Console.WIDTH_WITHOUT_TERMINAL);
    }

    private static Console console(Map<String, String> environment) {
        return Console.of(new PrintWriter(new StringWriter()), new PrintWriter(new StringWriter()), environment);
    }
}
