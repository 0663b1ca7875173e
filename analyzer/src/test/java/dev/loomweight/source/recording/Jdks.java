package dev.loomweight.source.recording;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;

/** The JDKs that tests record with; {@code scripts/test} names them. */
final class Jdks {

    private Jdks() {}

    /** The home that a system property names; skips the test where it names none. */
    static Path home(String property) {
        String home = System.getProperty(property, "");
        assumeTrue(
                !home.isEmpty(),
                "no JDK is named by -D" + property + "; scripts/test finds or fetches one and names it");
        return Path.of(home);
    }
}
