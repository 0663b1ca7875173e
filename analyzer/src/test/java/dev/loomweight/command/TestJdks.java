package dev.loomweight.command;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;

/** The JDKs that tests start targets on; {@code scripts/test} names them. */
final class TestJdks {

    /** The two that every test of a target runs on: pins and memory differ between them. */
    static final List<String> BOTH = List.of("loomweight.jdk21", "loomweight.jdk.newest");

    private TestJdks() {}

    /** The home that a property names; skips the test where it names none. */
    static Path home(String property) {
        String home = System.getProperty(property, "");
        assumeTrue(
                !home.isEmpty(),
                "no JDK is named by -D" + property + "; scripts/test finds or fetches one and names it");
        return Path.of(home);
    }
}
