package dev.loomweight.kernel.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page on known faults has the rows of the list: replace the table by what this test expected. */
class FaultPageTest {

    private static final Path PAGE = Path.of("../../docs/known-faults.md");

    private static String row(Fault fault) {
        Library library = fault.affects().library();
        String fixed = FaultList.fixes(fault);
        String avoid = Stream.of(
                        library == null ? "" : library.note(), fault.affects().where(), fault.remedy(), fault.useless())
                .filter(text -> !text.isEmpty())
                .reduce("", (all, text) -> all + (all.isEmpty() ? "" : " ") + text);
        return "| "
                + String.join(
                        " | ",
                        List.of(
                                "[" + fault.id() + "](" + fault.sources().first() + ")",
                                fault.affects().words(),
                                fixed.isEmpty() ? "-" : fixed,
                                fault.summary(),
                                avoid,
                                FaultList.proof(fault)))
                + " |";
    }

    @Test
    void thePageHasTheList() throws Exception {
        List<String> expected =
                KnownFaults.own().all().stream().map(FaultPageTest::row).toList();

        assertThat(Files.readAllLines(PAGE).stream().filter(line -> line.startsWith("| [")))
                .as(String.join("\n", expected))
                .containsExactlyElementsOf(expected);
    }
}
