package dev.loomweight.code;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;

/** The JDKs that tests look into or start; {@code scripts/test} names those that are not the running one. */
final class TestHomes {

    private TestHomes() {}

    /** The home that a property names; skips the test where it names none. */
    static Path of(String property) {
        String home = System.getProperty(property, "");
        assumeTrue(
                !home.isEmpty(),
                "no JDK is named by -D" + property + "; scripts/test finds or fetches one and names it");
        return Path.of(home);
    }
}
